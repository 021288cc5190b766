import { useEffect, useRef, type ComponentProps } from "react";
import { Alert } from "./alert";

/** A message that stands where something else was; it takes the focus, whose place has gone. */
export function FocusedAlert(props: ComponentProps<typeof Alert>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Alert {...props} />
    </div>
  );
}
