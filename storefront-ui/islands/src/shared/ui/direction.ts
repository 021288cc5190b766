/** Whether lines of the page begin on the right, as in Arabic and Hebrew. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** The arrow keys that lead on and back. */
export function arrowKeys(): { on: string; back: string } {
  return isRightToLeft() ? { on: "ArrowLeft", back: "ArrowRight" } : { on: "ArrowRight", back: "ArrowLeft" };
}
