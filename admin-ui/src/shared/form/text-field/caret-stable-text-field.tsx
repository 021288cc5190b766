import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { Component, useRef, type ReactNode, type RefObject } from "react";
import { caretAfterChange } from "./caret-position";

type Input = HTMLInputElement | HTMLTextAreaElement;

interface CaretKeeperProps {
  input: RefObject<Input | null>;
  text: string;
  children: ReactNode;
}

interface Caret {
  text: string;
  start: number;
  end: number;
  direction: Input["selectionDirection"];
}

/** A class, because only classes have `getSnapshotBeforeUpdate`. */
class CaretKeeper extends Component<CaretKeeperProps> {
  override getSnapshotBeforeUpdate(): Caret | null {
    const { input, text } = this.props;
    const field = input.current;
    if (field === null || field !== document.activeElement || field.value === text) return null;
    const { selectionStart, selectionEnd, selectionDirection } = field;
    if (selectionStart === null || selectionEnd === null) return null;
    return { text: field.value, start: selectionStart, end: selectionEnd, direction: selectionDirection };
  }

  override componentDidUpdate(_: CaretKeeperProps, __: unknown, caret: Caret | null): void {
    const field = this.props.input.current;
    if (caret === null || field === null) return;
    const moved = (position: number) => caretAfterChange(caret.text, field.value, position);
    field.setSelectionRange(moved(caret.start), moved(caret.end), caret.direction ?? undefined);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

const plainTextarea = { inputComponent: "textarea" } as const;
/** Browsers without `field-sizing` show three rows, and let users resize the field. */
const growing = {
  "& textarea": {
    fieldSizing: "content",
    minHeight: "3lh",
    "@supports not (field-sizing: content)": { resize: "vertical" },
  },
};

/** A text field whose caret keeps its position when the text is changed remotely during typing. */
export function CaretStableTextField({
  value,
  slotProps,
  ...props
}: Omit<TextFieldProps, "value" | "inputRef" | "sx" | "rows" | "minRows"> & { value: string }) {
  const input = useRef<Input>(null);
  // The browser sizes the field; measuring its text on each keystroke would be slow.
  return (
    <CaretKeeper input={input} text={value}>
      {props.multiline ? (
        <TextField
          {...props}
          value={value}
          inputRef={input}
          sx={growing}
          slotProps={{ ...slotProps, input: plainTextarea }}
        />
      ) : (
        <TextField {...props} value={value} inputRef={input} slotProps={slotProps ?? {}} />
      )}
    </CaretKeeper>
  );
}
