/** Default duration in ms. */
export const defaultDuration = 300;

/** Maps elapsed time, 0 to 1, to progress, 0 to 1: fast at first, then slower. */
export function easeOutSine(share: number): number {
  return Math.sin((share * Math.PI) / 2);
}

/**
 * Calls `draw` in each frame with the elapsed share of `duration` (ms), the last time with 1. The returned promise
 * resolves after that call.
 *
 * @throws TypeError if `draw` is not a function, RangeError if `duration` is not a finite number.
 */
export function tween(draw: (share: number) => void, duration = defaultDuration): Promise<void> {
  if (typeof draw !== "function") throw new TypeError("A tween needs a function that draws it.");
  if (!Number.isFinite(duration)) throw new RangeError(`A tween cannot last ${String(duration)} ms.`);
  return new Promise((resolve, reject) => {
    let start: number | undefined;
    const frame = (now: number): void => {
      start ??= now;
      const share = duration > 0 ? Math.min((now - start) / duration, 1) : 1;
      try {
        draw(share);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (share < 1) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
}
