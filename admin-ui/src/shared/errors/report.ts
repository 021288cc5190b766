/** Passes an error to the global handler for uncaught errors. */
export function report(error: unknown): void {
  window.reportError(error instanceof Error ? error : new Error("a call failed", { cause: error }));
}
