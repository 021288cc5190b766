import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { useEffect, useState, type ReactNode } from "react";
import { errorText } from "@/shared/i18n/error-text";
import type { Block } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { LoadingBar } from "@/shared/ui/states";
import { useTakeOverBlockSettingsMutation, type BlockKind } from "../../api";
import { useEditable, useOpenPage } from "../../hooks/use-open-page";

/** The version of its plugin that a block's settings were saved for; they note it from the second one on. */
function savedVersion(settings: Block["settings"]): number {
  const noted = settings["$saved"];
  const version = typeof noted === "object" && noted !== null && "version" in noted ? noted.version : undefined;
  return typeof version === "number" && version > 0 ? version : 1;
}

/** How long the step with changed settings may take after the response, in milliseconds. */
const stepWithin = 10_000;

/** Whether a response is older than the time within which its step comes. */
function useIsLate(response: object | undefined): boolean {
  const [late, setLate] = useState<object>();
  useEffect(() => {
    if (response === undefined) return;
    const timer = setTimeout(() => setLate(response), stepWithin);
    return () => clearTimeout(timer);
  }, [response]);
  return response !== undefined && late === response;
}

/** Has the server take over settings that were saved for another version of the plugin, before they can be changed. */
export function EarlierSettings({ block, kind, children }: { block: Block; kind: BlockKind; children: ReactNode }) {
  const website = useWebsite();
  const pageId = useOpenPage((open) => open.pageId);
  const editable = useEditable();
  const [takeOver, { data, error, isLoading }] = useTakeOverBlockSettingsMutation();
  const wanted = kind.settingsVersion ?? null;
  const isOther = editable && wanted !== null && wanted !== savedVersion(block.settings);
  useEffect(() => {
    if (isOther) void takeOver({ websiteId: website.id, pageId });
  }, [isOther, takeOver, website.id, pageId, block.id]);
  const isLate = useIsLate(data);
  if (!isOther) return children;
  const refused = data?.refused[block.id];
  const isLost = isLate && data?.changed === true;
  if (!isLoading && (error !== undefined || refused !== undefined || isLost)) {
    return (
      <Alert
        severity="warning"
        action={
          <Button
            color="inherit"
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
  }
  // The changed settings come as a step of the page, shortly after the response.
  const isOver = !isLoading && data !== undefined && !data.changed;
  return isOver ? children : <LoadingBar />;
}
