import type { Failure, Result } from "@/shared/api/send";

/** Maximum automatic retries: about three minutes in total. */
const maxTries = 9;
const maxDelay = 30_000;

/** Retry delay if the server is temporarily unavailable; undefined otherwise. */
function retryDelay(failure: Failure): number | undefined {
  return failure.kind === "refused" ? failure.retryAfterSeconds : undefined;
}

/** Whether a request failed because the server is temporarily unavailable, so that it can be repeated unchanged. */
export function isUnavailable(failure: Failure): boolean {
  return retryDelay(failure) !== undefined;
}

/** Increasing delay with jitter, so that browsers do not all retry at the same time. */
function backoff(seconds: number, tries: number): number {
  return Math.min(seconds * 1000 * 1.5 ** tries, maxDelay) * (0.75 + Math.random() / 2);
}

/**
 * Sends a repeatable request; retries while the server is unavailable. `tell` is called before each delay, and returns
 * whether to continue.
 */
export async function withRetry<Data>(
  call: () => Promise<Result<Data>>,
  wait: (milliseconds: number) => Promise<void>,
  tell: () => boolean,
): Promise<Result<Data>> {
  let result = await call();
  for (let tries = 0; tries < maxTries && !result.ok; tries += 1) {
    const seconds = retryDelay(result.failure);
    if (seconds === undefined || !tell()) break;
    await wait(backoff(seconds, tries));
    result = await call();
  }
  return result;
}
