import { MailingListSelect } from "@/shared/mailing-lists/mailing-list-select";
import { validationError } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

/** The mailing list that new subscribers are added to, chosen by name. */
export function MailingListField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const current = typeof value === "string" ? value : "";
  return (
    <MailingListSelect
      label={field.title}
      help={field.description ?? undefined}
      value={current}
      onChange={onChange}
      disabled={disabled}
      error={errors[path] ?? validationError(field, current) ?? undefined}
      optional={field.form === null}
    />
  );
}
