import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useHeldLanguage } from "../i18n/language-hold";
import { ConfirmDialog } from "../ui/confirm-dialog";

interface LeaveGuardProps {
  /** Whether leaving would lose changes. */
  when: boolean;
}

/** Asks before unsaved changes are lost, on navigation and when the tab closes. A new language waits for them. */
export function LeaveGuard({ when }: LeaveGuardProps) {
  useHeldLanguage(when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [when]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      tone="error"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t`Your changes have not been saved.`}
    </ConfirmDialog>
  );
}
