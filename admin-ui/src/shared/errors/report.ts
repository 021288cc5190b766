/** Hands an error to whatever listens for uncaught ones. */
export function report(error: unknown): void {
  window.reportError(error instanceof Error ? error : new Error("a call failed", { cause: error }));
}
