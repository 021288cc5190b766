import { useEffect, useRef } from "react";

/** What was pressed can go with what it changed: once `shown` is another, the focus it had goes to the screen. */
export function useKeptFocus(shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [shown]);
}
