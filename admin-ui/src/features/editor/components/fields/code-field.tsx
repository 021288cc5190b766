import { editorLabels } from "@/shared/i18n/editor-labels";
import { CaretStableTextField } from "@/shared/form/text-field/caret-stable-text-field";
import type { SchemaFieldProps } from "./schema-field-props";

/** Android keyboards rewrite input, which would change the code. */
const isAndroid = () => /android/i.test(navigator.userAgent);

/** Code in a plain monospaced field, shown exactly as stored. */
export function CodeField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const error = errors[path];
  const locked = isAndroid();
  return (
    <CaretStableTextField
      label={field.title}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
      multiline
      disabled={disabled || locked}
      error={error !== undefined}
      helperText={error ?? (locked ? editorLabels.android : field.description)}
      slotProps={{
        htmlInput: {
          maxLength: ("maxLength" in field ? field.maxLength : null) ?? undefined,
          spellCheck: false,
          autoCapitalize: "off",
          style: { fontFamily: "ui-monospace, monospace", fontSize: 13 },
        },
      }}
    />
  );
}
