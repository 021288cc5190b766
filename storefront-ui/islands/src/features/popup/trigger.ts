interface PopupRules {
  trigger: string;
  /** Delay before it opens, or before exit intent is detected. */
  seconds: number;
  /** Scrolled percentage of the page's scroll range. */
  percent: number;
}

function scrolledShare(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  const room = scrollHeight - clientHeight;
  return room <= 0 ? 100 : (window.scrollY / room) * 100;
}

/** Calls back once the trigger fires; returns a function that cancels it. */
export function onTrigger({ trigger, seconds, percent }: PopupRules, come: () => void): () => void {
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
      // Above the upper edge are the address bar and the tabs.
      if (event.relatedTarget === null && event.clientY <= 0) once();
    };
    document.addEventListener("mouseout", look, { signal: stop.signal });
    // Without a mouse, exit intent is the page being hidden; the pop-up opens on return.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && once(), {
      signal: stop.signal,
    });
  }, seconds * 1000);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
