import { t } from "@lingui/core/macro";
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
  /** Returns whether the values were accepted. */
  onValues: (values: string[]) => boolean;
  onRename: (from: string, to: string) => void;
}

/** Values of an option: added in one field, then edited individually. */
export function OptionValues({ option, editable, onValues, onRename }: OptionValuesProps) {
  const { values } = option;
  const [text, setText] = useState("");
  const [open, setOpen] = useState<{ at: number; anchor: HTMLElement } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef<number | null>(null);
  // The edited value may have moved or been removed: the focus goes to the next sensible control.
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
  // A comma is not a separator: it occurs in values such as "Dinner, 11 in".
  const take = () => {
    const typed = text.trim();
    const isNew = typed !== "" && !values.includes(typed);
    if (!isNew || onValues([...values, typed])) setText("");
  };
  const value = open === null ? undefined : values[open.at];
  return (
    <Stack sx={{ flex: 1, minWidth: 0, gap: 1 }}>
      {editable && (
        <TextField
          label={t`Option values`}
          helperText={t`Press Enter after each value`}
          inputRef={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // Must not submit the surrounding form.
            event.preventDefault();
            take();
          }}
        />
      )}
      {values.length > 0 && (
        <Stack
          ref={list}
          component="ul"
          aria-label={option.name === "" ? t`Values of the option` : t`Values of ${{ name: option.name }}`}
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
