import { clippingIn, clippingText, type Clipping } from "./clipping";

/*
 * The clipboard of the browser carries parts of pages between tabs and sites, but some browsers refuse it to buttons, and
 * all of them where the connection is not safe. What was copied last is kept here beside it, as long as the tab lives.
 */

let kept: { clipping: Clipping; isAlone: boolean } | null = null;

/** Keeps what the browser's own copying has put onto its clipboard. */
export function keepClipping(clipping: Clipping): void {
  kept = { clipping, isAlone: false };
}

/** Puts a part of a page onto the clipboards that can be had. */
export async function copyClipping(clipping: Clipping): Promise<void> {
  kept = { clipping, isAlone: true };
  try {
    await navigator.clipboard.writeText(clippingText(clipping));
    kept = { clipping, isAlone: false };
  } catch {
    // Refused, or there is none: ours has it.
  }
}

/** The part of a page that was copied last; null when there is none. */
export async function copiedClipping(): Promise<Clipping | null> {
  if (kept?.isAlone === true) return kept.clipping;
  try {
    return clippingIn(await navigator.clipboard.readText()) ?? kept?.clipping ?? null;
  } catch {
    return kept?.clipping ?? null;
  }
}

/** Forgets what was copied. */
export function forgetClipping(): void {
  kept = null;
}
