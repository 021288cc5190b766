import { useRef, type RefObject } from "react";
import type { PointerReport } from "./frame/messages";

/** Attribute that marks the handle of a block. */
export const handleName = "data-canvas-handle";

/** A press that moves further than this is a drag, in page pixels. */
const slack = 6;

interface Press {
  blockId: string;
  x: number;
  y: number;
  dragging: boolean;
}

/**
 * Lets a block be dragged by pressing on it in the frame: pointer events from the frame are replayed on the block's
 * handle. The returned function tells whether an event was part of a drag.
 */
export function usePressInFrame(
  overlay: RefObject<HTMLElement | null>,
  scale: number,
): (pointer: PointerReport) => boolean {
  const press = useRef<Press | null>(null);
  const justDragged = useRef(false);

  const repeat = (target: EventTarget, type: string, { x, y }: { x: number; y: number }) => {
    const bounds = overlay.current?.getBoundingClientRect();
    if (!bounds) return;
    const clientX = bounds.left + x * scale;
    const clientY = bounds.top + y * scale;
    target.dispatchEvent(
      new PointerEvent(type, {
        clientX,
        clientY,
        bubbles: true,
        cancelable: true,
        isPrimary: true,
        button: 0,
        buttons: 1,
        pointerType: "mouse",
      }),
    );
  };

  return (pointer) => {
    const { phase, blockId, touch } = pointer;
    const { current } = press;
    if (phase === "down") {
      justDragged.current = false;
      press.current = blockId === null || touch ? null : { blockId, x: pointer.x, y: pointer.y, dragging: false };
    } else if (phase === "click" && justDragged.current) {
      justDragged.current = false;
      return true;
    } else if (current !== null && phase === "move") {
      if (!current.dragging && Math.hypot(pointer.x - current.x, pointer.y - current.y) > slack) {
        const handle = overlay.current?.querySelector(`[${handleName}="${CSS.escape(current.blockId)}"]`);
        if (!handle) return false;
        repeat(handle, "pointerdown", current);
        current.dragging = true;
      }
      if (current.dragging) repeat(document, "pointermove", pointer);
    } else if (current !== null && phase === "up") {
      if (current.dragging) repeat(document, "pointerup", pointer);
      justDragged.current = current.dragging;
      press.current = null;
    }
    return press.current?.dragging ?? false;
  };
}
