import { parseClipping, serializeClipping, type Clipping } from "./clipping";

/* The browser clipboard carries parts of pages between tabs and sites, but some browsers refuse access from buttons, and all of them without a secure context. The last copy is therefore also kept here, for the life of the tab. */

let kept: { clipping: Clipping; isAlone: boolean } | null = null;

/** Stores what the browser's copy event has put on the clipboard. */
export function storeClipping(clipping: Clipping): void {
  kept = { clipping, isAlone: false };
}

/** Writes a part of a page to all available clipboards. */
export async function copyClipping(clipping: Clipping): Promise<void> {
  kept = { clipping, isAlone: true };
  try {
    await navigator.clipboard.writeText(serializeClipping(clipping));
    kept = { clipping, isAlone: false };
  } catch {
    // Refused or not available: use our copy.
  }
}

/** The last copied part of a page; null if there is none. */
export async function readClipping(): Promise<Clipping | null> {
  if (kept?.isAlone === true) return kept.clipping;
  try {
    return parseClipping(await navigator.clipboard.readText()) ?? kept?.clipping ?? null;
  } catch {
    return kept?.clipping ?? null;
  }
}

/** Clears the copy. */
export function clearClipping(): void {
  kept = null;
}
