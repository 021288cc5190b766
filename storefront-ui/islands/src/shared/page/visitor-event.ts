/** Dispatched on the document for the script that counts visits, where a page has it. */
export const visitorEvent = "stoa:visitor";

/** Tells the script that counts visits what happened; without it nothing is counted. */
export function tellVisit(event: string, payload: Record<string, unknown>): void {
  document.dispatchEvent(new CustomEvent(visitorEvent, { detail: { event, payload } }));
}
