import { useMemo } from "react";
import { FileUrlButton } from "@/shared/form/link/file-url-button";
import { linkWarning } from "@/shared/form/link/link-target";
import { useListLinkTargetsQuery } from "@/shared/form/link/link-targets";
import { CaretStableTextField } from "@/shared/form/text-field/caret-stable-text-field";
import { SuggestingField } from "@/shared/form/text-field/suggesting-field";
import { useWebsite } from "@/shared/session/hooks";
import { validationError } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

interface UrlFieldProps extends SchemaFieldProps {
  maxLength: number | null;
}

/** A URL: free text, or that of a page, item or file of the site. */
export function UrlField({ field, value, onChange, disabled, errors, path, maxLength }: UrlFieldProps) {
  const website = useWebsite();
  const { data: targets } = useListLinkTargetsQuery({ websiteId: website.id });
  const text = typeof value === "string" ? value : "";
  const error = validationError(field, value) ?? errors[path];
  const suggestions = useMemo(() => targets?.map(({ title, address }) => ({ title, value: address })) ?? [], [targets]);
  if (field.form !== null) {
    // A URL of a specific service cannot be a page of the site.
    return (
      <CaretStableTextField
        label={field.title}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        required={field.required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? field.description ?? undefined}
        slotProps={{ htmlInput: { maxLength: maxLength ?? undefined } }}
      />
    );
  }
  return (
    <SuggestingField
      label={field.title}
      value={text}
      suggestions={suggestions}
      onChange={onChange}
      placeholder="/shop or https://…"
      required={field.required}
      disabled={disabled}
      error={error !== undefined}
      help={error ?? linkWarning(text, targets ?? []) ?? field.description ?? undefined}
      maxLength={maxLength}
      end={disabled ? undefined : <FileUrlButton label={field.title} onPick={onChange} />}
    />
  );
}
