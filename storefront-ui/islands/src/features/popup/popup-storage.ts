/** Storage keys for the state of the pop-up. */
const closedDate = "popupOverlayClosedDate";
const version = "popupOverlayVersion";
const submitted = "popupOverlaySubmitted";
const day = 86_400_000;

/** Persistent, or until the tab is closed without consent. */
export type Span = "lasting" | "visit";

function storageFor(span: Span): Storage {
  return span === "lasting" ? localStorage : sessionStorage;
}

/** Browsers can block storage; then the pop-up stays closed while the page is open. */
function read(span: Span, name: string): string | null {
  try {
    return storageFor(span).getItem(name);
  } catch {
    return null;
  }
}

function write(span: Span, name: string, value: string): void {
  try {
    storageFor(span).setItem(name, value);
  } catch {
    // It is shown again on the next page.
  }
}

/**
 * Whether the pop-up may open: its link was never followed, and it was not closed within its number of days unless its
 * content has changed.
 */
export function mayOpen(span: Span, shown: string, days: number, now = Date.now()): boolean {
  if (read(span, submitted) === "true") return false;
  if (read(span, version) !== shown) return true;
  const closed = Number(read(span, closedDate));
  return !Number.isFinite(closed) || closed === 0 || now - closed >= days * day;
}

export function noteClosed(span: Span, shown: string, now = Date.now()): void {
  write(span, closedDate, String(now));
  write(span, version, shown);
}

export function noteSubmitted(span: Span): void {
  write(span, submitted, "true");
}
