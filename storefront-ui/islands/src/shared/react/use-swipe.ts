import { useRef } from "react";
import { isRightToLeft } from "@/shared/ui/direction";

const minDistance = 40;

/** Handlers of the element that is swiped. */
interface Swipe {
  begin: (event: PointerEvent) => void;
  end: (event: PointerEvent) => void;
  cancel: () => void;
}

/** Detects horizontal swipes by finger or mouse; +1 is next, -1 is previous. */
export function useSwipe(swiped: (step: 1 | -1, pointer: PointerEvent) => void): Swipe {
  const begun = useRef<PointerEvent | null>(null);
  return {
    begin: (event) => {
      begun.current = event.isPrimary ? event : null;
    },
    end: (event) => {
      const from = begun.current;
      if (from === null) return;
      const [across, along] = [event.clientX - from.clientX, event.clientY - from.clientY];
      begun.current = null;
      if (Math.abs(across) < minDistance || Math.abs(across) < Math.abs(along)) return;
      swiped(across < 0 === isRightToLeft() ? -1 : 1, event);
    },
    cancel: () => {
      begun.current = null;
    },
  };
}
