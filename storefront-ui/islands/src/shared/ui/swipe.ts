import { isRightToLeft } from "./direction";

const least = 40;

/** Detects horizontal swipes by finger or mouse; +1 is next, -1 is previous. */
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
