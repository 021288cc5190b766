import { t } from "@lingui/core/macro";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { Field } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

type NumberSchema = Extract<Field, { kind: "number" }>;

/** Parses the typed number, or says why it is invalid. */
export function readNumber(text: string, { minimum, maximum, whole }: NumberSchema): number | string {
  const number = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(number)) return t`Enter a number`;
  if (whole && !Number.isInteger(number)) return t`Enter a whole number`;
  if (minimum !== null && number < minimum) return t`At least ${minimum}`;
  if (maximum !== null && number > maximum) return t`At most ${maximum}`;
  return number;
}

export function NumberField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps<NumberSchema>) {
  const current = typeof value === "number" ? value : null;
  const [typed, setTyped] = useState<{ text: string; for: number | null } | null>(null);
  const text = typed !== null && typed.for === current ? typed.text : String(current ?? "");
  const read = readNumber(text, field);
  // An optional empty field shows no error before typing.
  const isLeftOut = current === null && typed === null && field.fallback === undefined && !field.required;
  const error = typeof read === "string" && !isLeftOut ? read : errors[path];
  const range =
    field.minimum !== null && field.maximum !== null
      ? t`${{ minimum: field.minimum }} to ${{ maximum: field.maximum }}`
      : undefined;
  return (
    <TextField
      label={field.title}
      value={text}
      disabled={disabled}
      error={error !== undefined}
      helperText={error ?? field.description ?? range}
      onChange={(event) => {
        const next = readNumber(event.target.value, field);
        if (typeof next === "number") onChange(next);
        setTyped({ text: event.target.value, for: typeof next === "number" ? next : current });
      }}
      slotProps={{
        htmlInput: { inputMode: field.whole ? "numeric" : "decimal" },
        input:
          field.unit === null ? {} : { endAdornment: <InputAdornment position="end">{field.unit}</InputAdornment> },
      }}
    />
  );
}
