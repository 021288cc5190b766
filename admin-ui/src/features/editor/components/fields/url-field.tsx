import { useMemo } from "react";
import { FileAddress } from "@/shared/form/file-address";
import { linkDoubt } from "@/shared/form/link-target";
import { useListLinkTargetsQuery } from "@/shared/form/link-targets";
import { SteadyTextField } from "@/shared/form/steady-text-field";
import { SuggestingField } from "@/shared/form/suggesting-field";
import { useWebsite } from "@/shared/session/hooks";
import { complaintOf } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field";

interface UrlFieldProps extends SchemaFieldProps {
  maxLength: number | null;
}

/** An address: any, or that of a page, an item or a file of the site. */
export function UrlField({ field, value, onChange, disabled, errors, path, maxLength }: UrlFieldProps) {
  const website = useWebsite();
  const { data: targets } = useListLinkTargetsQuery({ websiteId: website.id });
  const text = typeof value === "string" ? value : "";
  const error = complaintOf(field, value) ?? errors[path];
  const suggestions = useMemo(() => targets?.map(({ title, address }) => ({ title, value: address })) ?? [], [targets]);
  if (field.form !== null) {
    // An address that has to be one of a service leads to nothing of the site.
    return (
      <SteadyTextField
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
      help={error ?? linkDoubt(text, targets ?? []) ?? field.description ?? undefined}
      maxLength={maxLength}
      end={disabled ? undefined : <FileAddress label={field.title} onPick={onChange} />}
    />
  );
}
