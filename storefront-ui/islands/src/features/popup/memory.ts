/** Names under which the browser remembers what became of the popup. */
const closedDate = "popupOverlayClosedDate";
const version = "popupOverlayVersion";
const submitted = "popupOverlaySubmitted";
const day = 86_400_000;

/** For good, or until the tab is closed where nothing may be remembered of the visitor. */
export type Span = "lasting" | "visit";

function shelf(span: Span): Storage {
  return span === "lasting" ? localStorage : sessionStorage;
}

/** Browsers can refuse to remember anything; then the popup stays away for as long as the page is open. */
function read(span: Span, name: string): string | null {
  try {
    return shelf(span).getItem(name);
  } catch {
    return null;
  }
}

function write(span: Span, name: string, value: string): void {
  try {
    shelf(span).setItem(name, value);
  } catch {
    // It is shown again on the next page.
  }
}

/** Whether the popup may come: it was never followed, and not closed within its days unless it says something new. */
export function mayCome(span: Span, shown: string, days: number, now = Date.now()): boolean {
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
