import { PointerSensor, type PointerSensorProps } from "@dnd-kit/core";
import { flushSync } from "react-dom";

/**
 * Reports only start and end of a drag to the library, not each move: for each move React would traverse the whole
 * editor to find consumers of the context. There are none; what follows the pointer is moved by the provider.
 *
 * The start is rendered at once. The library reports the end only of a drag that is rendered, and on a slow phone a
 * finger may be lifted before: what it dropped would stay where it was, and the drag would never end.
 */
export class BoundarySensor extends PointerSensor {
  constructor(props: PointerSensorProps) {
    super({
      ...props,
      onStart: (place) => flushSync(() => props.onStart(place)),
      onMove: () => undefined,
    });
  }
}
