/** Whether the browser says that its user does not want to be tracked. */
export function refusesTracking(browser: Navigator = navigator): boolean {
  const { doNotTrack, globalPrivacyControl } = browser as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === "1" || globalPrivacyControl === true;
}
