/** Whether the page is right-to-left, as in Arabic and Hebrew. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** The arrow keys for next and previous. */
export function arrowKeys(): { on: string; back: string } {
  return isRightToLeft() ? { on: "ArrowLeft", back: "ArrowRight" } : { on: "ArrowRight", back: "ArrowLeft" };
}
