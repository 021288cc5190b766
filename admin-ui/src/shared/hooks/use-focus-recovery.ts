import { useEffect, useRef } from "react";

/** A pressed button may be unmounted by its own change: when `shown` changes, lost focus moves to the screen. */
export function useFocusRecovery(shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [shown]);
}
