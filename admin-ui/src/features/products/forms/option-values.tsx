import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useEffect, useRef, useState } from "react";
import { ValuePopover } from "./value-popover";
import type { OptionForm } from "./variant-matrix";

interface OptionValuesProps {
  option: OptionForm;
  editable: boolean;
  /** Answers whether they were taken over. */
  onValues: (values: string[]) => boolean;
  onRename: (from: string, to: string) => void;
}

/** What can be chosen of an option: typed into one field, then changed one by one. */
export function OptionValues({ option, editable, onValues, onRename }: OptionValuesProps) {
  const { values } = option;
  const [text, setText] = useState("");
  const [open, setOpen] = useState<{ at: number; anchor: HTMLElement } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef<number | null>(null);
  // What was worked on may stand elsewhere or be gone by now: the focus goes where one goes on.
  useEffect(() => {
    if (open !== null || left.current === null) return;
    const chip = list.current?.children[left.current]?.querySelector<HTMLElement>("[role=button]");
    (chip ?? input.current)?.focus();
    left.current = null;
  }, [open]);
  const close = (at: number) => {
    left.current = at;
    setOpen(null);
  };
  const take = (parts: readonly string[], rest: string) => {
    const next = [...new Set([...values, ...parts.map((part) => part.trim()).filter((part) => part !== "")])];
    if (next.length === values.length || onValues(next)) setText(rest);
  };
  const takeAll = () => take(text.split(","), "");
  const write = (written: string) => {
    setText(written);
    const parts = written.split(",");
    const rest = parts.pop() ?? "";
    if (parts.length > 0) take(parts, rest.trimStart());
  };
  const value = open === null ? undefined : values[open.at];
  return (
    <Stack sx={{ flex: 1, minWidth: 0, gap: 1 }}>
      {editable && (
        <TextField
          label="Option values"
          helperText="A comma or Enter ends each value"
          inputRef={input}
          value={text}
          onChange={(event) => write(event.target.value)}
          onBlur={takeAll}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // The form around it is not to be saved by this.
            event.preventDefault();
            takeAll();
          }}
        />
      )}
      {values.length > 0 && (
        <Stack
          ref={list}
          component="ul"
          aria-label={option.name === "" ? "Values of the option" : `Values of ${option.name}`}
          direction="row"
          sx={{ gap: 0.75, flexWrap: "wrap", m: 0, p: 0, listStyle: "none", "& > li": { maxWidth: 1 } }}
        >
          {values.map((own, at) => (
            <li key={at}>
              {editable ? (
                <Chip
                  label={own}
                  icon={<ExpandMore />}
                  aria-haspopup="dialog"
                  onClick={(event) => setOpen({ at, anchor: event.currentTarget })}
                />
              ) : (
                <Chip label={own} />
              )}
            </li>
          ))}
        </Stack>
      )}
      {open !== null && value !== undefined && (
        <ValuePopover
          anchor={open.anchor}
          values={values}
          at={open.at}
          onRename={(name) => onRename(value, name)}
          onMove={(step) => {
            const to = open.at + step;
            if (onValues(values.toSpliced(open.at, 1).toSpliced(to, 0, value))) setOpen({ ...open, at: to });
          }}
          onRemove={() => {
            onValues(values.toSpliced(open.at, 1));
            close(open.at);
          }}
          onClose={() => close(open.at)}
        />
      )}
    </Stack>
  );
}
