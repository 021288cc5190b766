import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { Link as RouterLink, useParams } from "react-router";
import { useLanguage } from "@/shared/i18n/use-language";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { AboutCard } from "../components/about-card";
import { ActivityCard } from "../components/activity-card";
import { ComparisonCard } from "../components/comparison-card";
import { ChangeVersion } from "../components/change-version";
import { LimitsCard } from "../components/limits-card";
import { PermissionWords } from "../components/permissions";
import { PluginSwitch } from "../components/plugin-switch";
import { StatusChip } from "../components/plugin-status";
import { RemovePlugin } from "../components/remove-plugin";
import { SecretsCard } from "../components/secrets-card";
import { SetUpForm } from "../components/set-up-form";
import { TestCard } from "../components/test-card";
import { VersionsCard } from "../components/versions-card";
import { useGetPluginQuery, type PluginDetail, type PluginVersion } from "../api";
import { directionTo, newestVersion, type Direction } from "../versions";
import { partText } from "../words";

interface Chosen {
  version: PluginVersion;
  direction: Direction;
}

/** A plugin: what it is, what it may do, and how it is set up on the site. */
export function PluginPage() {
  const website = useWebsite();
  const { pluginId = "" } = useParams();
  const query = useGetPluginQuery({ websiteId: website.id, pluginId, language: useLanguage() });
  const plugin = query.currentData;
  if (plugin !== undefined) return <Shown key={plugin.id} plugin={plugin} />;
  return (
    <Page title={pluginId} back={{ to: "..", label: t`Back to plugins` }}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingRows />}
    </Page>
  );
}

function Shown({ plugin }: { plugin: PluginDetail }) {
  const editable = usePermission("plugins", "write");
  const mayRemove = usePermission("plugins", "delete");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const compared = comparedVersion(plugin, asked);
  const { id, name, summary, installed, digest, source } = plugin;
  return (
    <Page
      title={name}
      description={summary}
      back={{ to: "..", label: t`Back to plugins` }}
      width="narrow"
      status={
        <>
          {installed && <StatusChip plugin={plugin} />}
          {!editable && <ViewOnlyChip />}
        </>
      }
      actions={
        <>
          {editable && installed && <PluginSwitch plugin={plugin} />}
          {editable && <NewestVersion plugin={plugin} onChoose={setChosen} />}
          {mayRemove && installed && source !== "bundled" && <RemovePlugin plugin={plugin} />}
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Notices plugin={plugin} />
        {editable && compared !== null && <ComparisonCard key={compared.digest} plugin={plugin} version={compared} />}
        <AboutCard plugin={plugin} />
        {installed ? (
          <>
            <SetUpForm key={digest} plugin={plugin} editable={editable} />
            <SecretsCard pluginId={id} secrets={plugin.secrets} editable={editable} />
            {editable && <TestCard plugin={plugin} />}
            <UsedOn plugin={plugin} />
            <LimitsCard plugin={plugin} />
            <ActivityCard pluginId={id} />
          </>
        ) : (
          <Card title={t`What it may do`}>
            <PermissionWords permissions={plugin.permissions} secrets={plugin.secrets} />
          </Card>
        )}
        {plugin.versions.length > 1 && installed && (
          <VersionsCard
            plugin={plugin}
            editable={editable}
            compared={compared?.digest ?? null}
            onCompare={(version) => setAsked(version.digest)}
            onChoose={(version, direction) => setChosen({ version, direction })}
          />
        )}
      </Stack>
      {chosen !== null && <ChangeVersion plugin={plugin} {...chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

/** The version that is shown beside the one in use: the one that was asked for, otherwise a newer one. */
function comparedVersion(plugin: PluginDetail, asked: string | null): PluginVersion | null {
  if (!plugin.installed) return null;
  const wanted = plugin.versions.find(({ digest, isCurrent }) => digest === asked && !isCurrent);
  return wanted ?? newestVersion(plugin);
}

interface NewestVersionProps {
  plugin: PluginDetail;
  onChoose: (chosen: Chosen) => void;
}

/** Installs the plugin, or updates it to its newest version. */
function NewestVersion({ plugin, onChoose }: NewestVersionProps) {
  const version = newestVersion(plugin);
  const direction = version && directionTo(plugin, version);
  if (version === null || direction === null) return null;
  const { version: number } = version;
  return (
    <Button variant="contained" onClick={() => onChoose({ version, direction })}>
      {direction === "install" ? t`Install` : t`Update to ${number}`}
    </Button>
  );
}

/** What the owner has to know or to do first. */
function Notices({ plugin }: { plugin: PluginDetail }) {
  const { installed, enabled, needsSetUp, health, failing } = plugin;
  if (!installed) return null;
  const parts = failing.map(partText).join(", ");
  return (
    <>
      {needsSetUp && (
        <Alert severity="warning">{t`Fill in its settings and secrets below, so that it can work.`}</Alert>
      )}
      {enabled && health === "suspended" && (
        <Alert severity="error">
          {t`It failed several times, and rests for a while before it is tried again: ${parts}`}
        </Alert>
      )}
    </>
  );
}

function UsedOn({ plugin }: { plugin: PluginDetail }) {
  const website = useWebsite();
  if (plugin.usedOn.length === 0) return null;
  return (
    <Card title={t`Pages with its blocks`}>
      <Stack component="ul" aria-label={t`Pages with its blocks`} sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
        {plugin.usedOn.map(({ pageId, title }) => (
          <li key={pageId}>
            <Link component={RouterLink} to={`/sites/${website.id}/pages/${pageId}/edit`}>
              {title}
            </Link>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
