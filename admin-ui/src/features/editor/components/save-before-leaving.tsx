import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useOpenPage } from "../hooks/use-open-page";

/** How long leaving waits for the save before it asks, in milliseconds. */
const saveTimeout = 5000;

/** Saves before navigating away; asks only if that fails or takes too long. */
export function SaveBeforeLeaving({ save }: { save: () => Promise<boolean> }) {
  const unsaved = useOpenPage(({ unsaved }) => unsaved);
  const [failed, setFailed] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return undefined;
    let isWanted = true;
    const ask = setTimeout(() => setFailed(true), saveTimeout);
    void save().then((isSaved) => {
      clearTimeout(ask);
      if (!isWanted) return;
      if (isSaved) blocker.proceed();
      else setFailed(true);
    });
    return () => {
      isWanted = false;
      clearTimeout(ask);
    };
    // Once per attempt to leave, whatever the save changes meanwhile.
    // oxlint-disable-next-line exhaustive-deps
  }, [blocker.state]);
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  if (!failed || blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      open
      title={t`Leave before everything is saved?`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      tone="error"
      onConfirm={() => {
        setFailed(false);
        blocker.proceed();
      }}
      onCancel={() => {
        setFailed(false);
        blocker.reset();
      }}
    >
      {t`The server is not responding. Your last changes are stored in this browser and are saved when you open the page here again.`}
    </ConfirmDialog>
  );
}
