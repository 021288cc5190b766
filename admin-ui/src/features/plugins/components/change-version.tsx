import { t } from "@lingui/core/macro";
import { problemCode } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useSetPluginVersionMutation, type Grants, type PluginDetail, type PluginVersion } from "../api";
import { addedPermissions } from "../changes";
import type { Direction } from "../versions";
import { ConsentDialog } from "./consent-dialog";
import { allGrants, withNew } from "./permissions";

interface ChangeVersionProps {
  plugin: PluginDetail;
  version: PluginVersion;
  direction: Direction;
  onClose: () => void;
}

function wordsOf(direction: Direction, name: string, version: string) {
  switch (direction) {
    case "install":
      return {
        title: t`Install ${name}?`,
        intro: t`On your site, it may do this and nothing else. You can change it at any time.`,
        submitLabel: t`Install`,
        stays: "",
        done: t`${name} is installed`,
      };
    case "update":
      return {
        title: t`Update ${name} to ${version}?`,
        intro: t`The new version asks for more than the one before:`,
        submitLabel: t`Update`,
        stays: t`Its settings and data stay. You can change the version again at any time.`,
        done: t`${name} ${version} is running`,
      };
    case "back":
      return {
        title: t`Go back to ${name} ${version}?`,
        intro: t`That version asks for more than the one that is running:`,
        submitLabel: t`Go back`,
        stays: t`Its data stays. If that version ran here before, its settings become those of that time.`,
        done: t`${name} ${version} is running`,
      };
  }
}

/** Installs another version. What it may do is asked only if that is more than before. */
export function ChangeVersion({ plugin, version, direction, onClose }: ChangeVersionProps) {
  const website = useWebsite();
  const toast = useToast();
  const [setVersion, { isLoading, error }] = useSetPluginVersionMutation();
  const { title, intro, submitLabel, stays, done } = wordsOf(direction, plugin.name, version.version);
  const isNew = direction === "install";
  const send = async (grants?: Grants) => {
    const { digest } = version;
    const answer = await setVersion({
      websiteId: website.id,
      pluginId: plugin.id,
      revision: plugin.revision,
      change: grants === undefined ? { digest } : { digest, grants },
    });
    if (answer.error !== undefined) return;
    toast.success(done);
    onClose();
  };
  // Another version may have been agreed to than the page shows.
  const isAsked = problemCode(error) === "plugin-consent";
  const failure = error === undefined ? null : errorText(error);
  const isWhole = isNew || isAsked;
  const added = isWhole ? version.permissions : addedPermissions(plugin.permissions, version.permissions);
  if (isWhole || added.length > 0)
    return (
      <ConsentDialog
        key={String(isAsked)}
        title={title}
        intro={intro}
        submitLabel={submitLabel}
        permissions={added}
        secrets={plugin.secrets}
        grants={isNew ? allGrants(added) : withNew(plugin.grants, added)}
        busy={isLoading}
        error={failure}
        onGrant={(grants) => void send(grants)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={submitLabel}
      busy={isLoading}
      error={failure}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {stays}
    </ConfirmDialog>
  );
}
