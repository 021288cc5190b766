/** Names under which the browser remembers what became of the popup. */
const closedDate = "popupOverlayClosedDate";
const version = "popupOverlayVersion";
const submitted = "popupOverlaySubmitted";
const day = 86_400_000;

/** Browsers can refuse to remember anything; then the popup stays away for as long as the page is open. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is shown again on the next page.
  }
}

/** Whether the popup may come: it was never followed, and not closed within its days unless it says something new. */
export function mayCome(shown: string, days: number, now = Date.now()): boolean {
  if (read(submitted) === "true") return false;
  if (read(version) !== shown) return true;
  const closed = Number(read(closedDate));
  return !Number.isFinite(closed) || closed === 0 || now - closed >= days * day;
}

export function noteClosed(shown: string, now = Date.now()): void {
  write(closedDate, String(now));
  write(version, shown);
}

export function noteSubmitted(): void {
  write(submitted, "true");
}
