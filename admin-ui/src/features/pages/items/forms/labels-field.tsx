import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { existsAlready, longest, type TagType } from "../labels";
import type { ItemForm } from "./item-form-state";

interface LabelsFieldProps {
  control: Control<ItemForm>;
  kind: TagType;
  /** Tags or categories of other items. */
  known: string[];
  disabled: boolean;
}

const fields = {
  tag: {
    name: "tags",
    get label() {
      return t`Tags`;
    },
  },
  category: {
    name: "categories",
    get label() {
      return t`Categories`;
    },
  },
} as const;

/** Tags or categories: chosen from those of other items, or typed. */
export function LabelsField({ control, kind, known, disabled }: LabelsFieldProps) {
  const { name, label } = fields[kind];
  const { field, fieldState } = useController({ control, name });
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: string[]) => {
    const names = next.map((own) => own.trim()).filter((own) => own !== "");
    const added = names.length > field.value.length ? names.at(-1) : undefined;
    if (added !== undefined && field.value.some((own) => own.toLowerCase() === added.toLowerCase())) {
      setProblem(existsAlready(kind));
      return;
    }
    setProblem(null);
    field.onChange(names);
  };
  return (
    <Autocomplete
      multiple
      freeSolo
      filterSelectedOptions
      options={known}
      value={field.value}
      inputValue={text}
      disabled={disabled}
      onInputChange={(_, value) => setText(value)}
      onChange={(_, next) => change(next)}
      onBlur={() => {
        if (text.trim() !== "") change([...field.value, text]);
        setText("");
        field.onBlur();
      }}
      renderInput={(input) => (
        <TextField
          {...input}
          inputRef={field.ref}
          label={label}
          error={fieldState.invalid || problem !== null}
          helperText={problem ?? fieldState.error?.message ?? t`Press Enter after each`}
          slotProps={{
            ...input.slotProps,
            htmlInput: { ...input.slotProps.htmlInput, maxLength: longest[kind] },
          }}
        />
      )}
    />
  );
}
