import { isVisible } from "./browser";

const interval = 30_000;
const maxBeats = 20;
/** A shorter rest is not worth a message. */
const leastRest = 10_000;

/** Counts the time that the page is visible. */
export interface Heartbeat {
  /** Counts while the page is visible; called when that changes. */
  follow: () => void;
  /** Begins again, for a page that the browser restored. */
  restart: () => void;
}

/** Reports the time that the page is visible: every 30 seconds, and the rest when it is hidden; 20 times at most. */
export function heartbeats(beat: (milliseconds: number) => void): Heartbeat {
  let beats = 0;
  let spent = 0;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = (): void => {
    if (timer !== undefined) {
      clearTimeout(timer);
      timer = undefined;
      spent += Date.now() - since;
    }
    if (beats < maxBeats && spent >= (isVisible() ? interval : leastRest)) {
      beat(spent);
      spent = 0;
      beats += 1;
    }
    if (beats >= maxBeats || !isVisible()) return;
    since = Date.now();
    timer = setTimeout(follow, interval - spent);
  };
  const restart = (): void => {
    beats = 0;
    follow();
  };
  return { follow, restart };
}
