import { editorLabels } from "@/shared/i18n/editor-labels";
import { SteadyTextField } from "@/shared/form/steady-text-field";
import type { SchemaFieldProps } from "./schema-field";

/** Keyboards of Android change what is typed on its way, so code would not stay as it was written. */
const isAndroid = () => /android/i.test(navigator.userAgent);

/** Program text, shown letter by letter as it is kept. */
export function CodeField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const error = errors[path];
  const locked = isAndroid();
  return (
    <SteadyTextField
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
