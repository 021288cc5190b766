import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { errorText } from "@/shared/i18n/error-text";
import type { Block } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { LoadingBar } from "@/shared/ui/states";
import { useTakeOverBlockSettingsMutation, type BlockKind } from "../../api";
import { useEditable, useOpenPage } from "../../hooks/use-open-page";
import { stepPatience } from "../../sync/pauses";

/** The version of its plugin that a block's settings were saved for; they note it from the second one on. */
function savedVersion(settings: Block["settings"]): number {
  const noted = settings["$saved"];
  const version = typeof noted === "object" && noted !== null && "version" in noted ? noted.version : undefined;
  return typeof version === "number" && version > 0 ? version : 1;
}

/**
 * Has the server take over settings that were saved for another version of the plugin, before they can be changed. It is
 * asked when it has the block as it is shown, once for the same settings. Keyed by the block.
 */
export function EarlierSettings({ block, kind, children }: { block: Block; kind: BlockKind; children: ReactNode }) {
  const website = useWebsite();
  const pageId = useOpenPage((open) => open.pageId);
  const isSent = useOpenPage((open) => !open.unsaved);
  const editable = useEditable();
  const [takeOver, { data, error, isLoading, requestId }] = useTakeOverBlockSettingsMutation();
  const asked = useRef<Block["settings"]>(null);
  const wanted = kind.settingsVersion ?? null;
  const saved = savedVersion(block.settings);
  const isOther = editable && wanted !== null && wanted !== saved;
  useEffect(() => {
    if (!isOther) asked.current = null;
    if (!isOther || !isSent || asked.current === block.settings) return;
    asked.current = block.settings;
    void takeOver({ websiteId: website.id, pageId });
  }, [isOther, isSent, takeOver, website.id, pageId, block.settings]);
  if (!isOther) return children;
  if (isLoading || (data === undefined && error === undefined)) return <LoadingBar />;
  const refused = data?.refused[block.id];
  const warning = (
    <Alert
      severity="warning"
      action={
        <Button
          color="inherit"
          disabled={!isSent}
          onClick={() => void takeOver({ websiteId: website.id, pageId })}
        >{t`Try again`}</Button>
      }
    >
      <AlertTitle>{t`The settings of this block are those of another version of its plugin`}</AlertTitle>
      {refused ??
        (error === undefined
          ? t`They could not be taken over. They stay as they are, and can be changed later.`
          : errorText(error))}
    </Alert>
  );
  if (data === undefined || refused !== undefined) return warning;
  // Only a later version knows these settings: there is nothing to be taken over.
  const isLater = saved > wanted;
  if (isLater && !data.changed) return children;
  // The changed settings come as a step of the page, shortly after the response, or after that to another editor.
  return <WhenLate key={requestId}>{isLater ? children : warning}</WhenLate>;
}

/** Its children, after the time that a step may take. */
function WhenLate({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), stepPatience);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : <LoadingBar />;
}
