export interface PopupRules {
  trigger: string;
  /** How long it waits before it comes, or before it looks whether somebody leaves. */
  seconds: number;
  /** How far the page was scrolled, of what can be scrolled. */
  percent: number;
}

function scrolledShare(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  const room = scrollHeight - clientHeight;
  return room <= 0 ? 100 : (window.scrollY / room) * 100;
}

/** Calls back once when the time of the popup has come; answers how to stop waiting. */
export function whenTimeComes({ trigger, seconds, percent }: PopupRules, come: () => void): () => void {
  const stop = new AbortController();
  const once = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    come();
  };
  if (trigger === "scroll") {
    const look = (): void => {
      if (scrolledShare() >= percent) once();
    };
    window.addEventListener("scroll", look, { passive: true, signal: stop.signal });
    return () => {
      stop.abort();
    };
  }
  const timer = setTimeout(() => {
    if (trigger !== "leaving") {
      once();
      return;
    }
    const look = (event: MouseEvent): void => {
      // Over the upper edge lie the address and the other tabs.
      if (event.relatedTarget === null && event.clientY <= 0) once();
    };
    document.addEventListener("mouseout", look, { signal: stop.signal });
    // Where nothing is pointed with, going away shows when the page is hidden; the popup waits for the return.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && once(), { signal: stop.signal });
  }, seconds * 1000);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
