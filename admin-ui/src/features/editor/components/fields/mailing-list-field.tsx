import { MailingListSelect } from "@/shared/mailing-lists/mailing-list-select";
import { complaintOf } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field";

/** The list that those join who sign up, by its name. */
export function MailingListField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const current = typeof value === "string" ? value : "";
  return (
    <MailingListSelect
      label={field.title}
      help={field.description ?? undefined}
      value={current}
      onChange={onChange}
      disabled={disabled}
      error={errors[path] ?? complaintOf(field, current) ?? undefined}
      optional={field.form === null}
    />
  );
}
