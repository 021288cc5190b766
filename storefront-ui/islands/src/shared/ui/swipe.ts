import { isRightToLeft } from "./direction";

const least = 40;

/** Tells when a finger or the mouse has moved sideways over a place; +1 is on, -1 is back. */
export function onSwipe(place: HTMLElement, swiped: (step: 1 | -1, pointer: PointerEvent) => void): void {
  let from: PointerEvent | null = null;
  place.addEventListener("pointerdown", (event) => {
    from = event.isPrimary ? event : null;
  });
  place.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const [across, along] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(across) < least || Math.abs(across) < Math.abs(along)) return;
    swiped(across < 0 === isRightToLeft() ? -1 : 1, event);
  });
  place.addEventListener("pointercancel", () => {
    from = null;
  });
}
