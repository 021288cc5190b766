import { useLayoutEffect, useState } from "react";
import { Existing, type ExistingProps } from "./existing";

interface PlacedProps extends Omit<ExistingProps, "element"> {
  name: keyof HTMLElementTagNameMap;
  /** Puts the element into the page. */
  put: (element: HTMLElement) => void;
}

/** A new element at some place in the server's markup. `Inserted` and portals cover the usual ones. */
export function Placed({ name, put, ...props }: PlacedProps) {
  const [element] = useState(() => document.createElement(name));
  useLayoutEffect(() => {
    put(element);
    return () => element.remove();
    // oxlint-disable-next-line exhaustive-deps -- once
  }, [element]);
  return <Existing element={element} {...props} />;
}
