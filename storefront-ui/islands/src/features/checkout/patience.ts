import type { Failure, Result } from "@/shared/api/send";

/** How often a call is repeated by itself: about three minutes in all. */
const mostTries = 9;
const longestPause = 30_000;

/** Whether the server is away for a moment; undefined when it is not. */
function secondsAway(failure: Failure): number | undefined {
  return failure.kind === "refused" ? failure.retryAfterSeconds : undefined;
}

/** Whether a call failed since the server is away, and may be made again as it was. */
export function isAway(failure: Failure): boolean {
  return secondsAway(failure) !== undefined;
}

/** Growing pauses, which differ from one browser to the next: not all come back in the same moment. */
function pauseOf(seconds: number, tries: number): number {
  return Math.min(seconds * 1000 * 1.5 ** tries, longestPause) * (0.75 + Math.random() / 2);
}

/** Makes a call that may be repeated; while the server is away, again and again. `tell` hears of each pause, and says whether to go on. */
export async function patiently<Data>(
  call: () => Promise<Result<Data>>,
  wait: (milliseconds: number) => Promise<void>,
  tell: () => boolean,
): Promise<Result<Data>> {
  let result = await call();
  for (let tries = 0; tries < mostTries && !result.ok; tries += 1) {
    const seconds = secondsAway(result.failure);
    if (seconds === undefined || !tell()) break;
    await wait(pauseOf(seconds, tries));
    result = await call();
  }
  return result;
}
