import { useLayoutEffect, useReducer, useRef } from "react";

/**
 * The value of an outside store; `read` must not create new objects. `useSyncExternalStore` guards against renders that
 * are interrupted, which Preact does not have.
 */
export function useSnapshot<Value>(subscribe: (changed: () => void) => () => void, read: () => Value): Value {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const shown = { value: read(), read };
  const last = useRef(shown);
  useLayoutEffect(() => {
    last.current = shown;
  });
  useLayoutEffect(() => {
    const changed = (): void => {
      const { value, read: readNow } = last.current;
      if (readNow() !== value) redraw();
    };
    changed();
    return subscribe(changed);
  }, [subscribe]);
  return shown.value;
}
