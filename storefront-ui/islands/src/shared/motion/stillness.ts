/** Whether whoever looks wants things to stand where they go to, without moving there. */
export function wantsStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
