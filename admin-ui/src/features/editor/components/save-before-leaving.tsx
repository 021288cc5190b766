import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useOpen } from "../hooks/use-open-page";

/** Leaving saves first; only when that fails is there something to ask. */
export function SaveBeforeLeaving({ save }: { save: () => Promise<boolean> }) {
  const unsaved = useOpen(({ unsaved }) => unsaved);
  const [failed, setFailed] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void save().then((isSaved) => {
      if (isSaved) blocker.proceed();
      else setFailed(true);
    });
    // Once for each attempt to leave, whatever the save changes meanwhile.
    // eslint-disable-next-line react-hooks/exhaustive-deps
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
      title="Leave before everything is saved?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="error"
      onConfirm={() => blocker.proceed()}
      onCancel={() => {
        setFailed(false);
        blocker.reset();
      }}
    >
      The server could not be reached. Your last changes are kept in this browser and are saved when you open the page
      here again.
    </ConfirmDialog>
  );
}
