import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { Alert } from "./alert";

/** A message that replaces other content and takes the focus, since the focused element was removed. */
export function FocusedAlert(props: ComponentProps<typeof Alert>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Alert {...props} />
    </div>
  );
}
