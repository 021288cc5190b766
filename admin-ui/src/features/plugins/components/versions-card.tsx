import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatDay } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import type { PluginDetail, PluginVersion } from "../api";
import { sourceText } from "../words";
import { directionTo, type Direction } from "../versions";

interface VersionsCardProps {
  plugin: PluginDetail;
  editable: boolean;
  /** Digest of the version that is compared with the one in use. */
  compared: string | null;
  onCompare: (version: PluginVersion) => void;
  onChoose: (version: PluginVersion, direction: Direction) => void;
}

/** The versions that can run on the site, newest first. */
export function VersionsCard(props: VersionsCardProps) {
  const { plugin } = props;
  const current = plugin.versions.find(({ isCurrent }) => isCurrent);
  return (
    <Card title={t`Versions`}>
      {current?.withdrawn != null && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`Version ${{ number: current.version }} was withdrawn by its publisher: ${{ reason: current.withdrawn }}`}
        </Alert>
      )}
      <Stack component="ul" aria-label={t`Versions`} sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {plugin.versions.map((version) => (
          <Stack
            component="li"
            key={version.digest}
            direction="row"
            sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}
          >
            <Stack sx={{ mr: "auto" }}>
              <Typography>{version.version}</Typography>
              <Typography variant="caption" color="textSecondary">
                {[sourceText(version.source), ...(version.addedOn > 0 ? [formatDay(version.addedOn)] : [])].join(" · ")}
              </Typography>
              {version.withdrawn != null && !version.isCurrent && (
                <Typography variant="caption" color="warning">
                  {t`Withdrawn by its publisher: ${{ reason: version.withdrawn }}`}
                </Typography>
              )}
            </Stack>
            <VersionEnd {...props} version={version} />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

function VersionEnd(props: VersionsCardProps & { version: PluginVersion }) {
  const { plugin, version, editable, compared, onCompare, onChoose } = props;
  if (version.isCurrent) return <Chip size="small" variant="soft" color="success" label={t`In use`} />;
  const direction = directionTo(plugin, version);
  if (!editable || direction === null) return null;
  const { version: number } = version;
  return (
    <>
      {compared !== version.digest && (
        <Button size="small" color="inherit" onClick={() => onCompare(version)}>
          {t`Compare with ${number}`}
        </Button>
      )}
      <Button size="small" onClick={() => onChoose(version, direction)}>
        {direction === "update" ? t`Update to ${number}` : t`Go back to ${number}`}
      </Button>
    </>
  );
}
