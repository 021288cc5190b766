declare global {
  interface Window {
    /** Queue read by tag managers. */
    dataLayer?: unknown[];
  }
}

/**
 * Tells the owner's own tags, in Google's consent mode, whether the visitor allows them to store anything. A page without
 * tags has no queue.
 */
export function signalConsent(isAllowed: boolean): void {
  const kinds = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];
  const answer = isAllowed ? "granted" : "denied";
  const tell: (...command: unknown[]) => void = function () {
    // oxlint-disable-next-line prefer-rest-params -- tags take a list of arguments for a command, not an array
    window.dataLayer?.push(arguments);
  };
  tell("consent", "update", Object.fromEntries(kinds.map((kind) => [kind, answer])));
}
