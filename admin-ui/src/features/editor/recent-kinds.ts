/** Number of kinds remembered. */
const maxKinds = 6;

const keyOf = (websiteId: string) => `stoa-recent-blocks-${websiteId}`;

/** The block kinds last added to pages of the site in this browser, latest first. */
export function recentKinds(websiteId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(websiteId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((kind) => typeof kind === "string").slice(0, maxKinds) : [];
  } catch {
    return [];
  }
}

/** Records that a kind was added. */
export function noteUsedKind(websiteId: string, kind: string): void {
  const kinds = [kind, ...recentKinds(websiteId).filter((other) => other !== kind)].slice(0, maxKinds);
  try {
    localStorage.setItem(keyOf(websiteId), JSON.stringify(kinds));
  } catch {
    // Storage may be full or blocked; the list is then not kept.
  }
}
