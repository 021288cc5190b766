import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { useNamedChoices } from "../../named-choices";
import type { Offers } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

interface NamedChoiceFieldProps extends SchemaFieldProps {
  offers: Offers;
}

const none: Readonly<Record<Offers, string>> = {
  get folder() {
    return t`None`;
  },
  get "post-tag"() {
    return t`All tags`;
  },
  get "post-category"() {
    return t`All categories`;
  },
  get "product-category"() {
    return t`All categories`;
  },
};
const absent: Readonly<Record<Offers, string>> = {
  get folder() {
    return t`The main navigation has no folders yet.`;
  },
  get "post-tag"() {
    return t`The posts of this blog have no tags yet.`;
  },
  get "post-category"() {
    return t`The posts of this blog have no categories yet.`;
  },
  get "product-category"() {
    return t`This shop has no categories yet.`;
  },
};

/** A folder, tag or category, chosen from the existing ones. */
export function NamedChoiceField({
  field,
  value,
  onChange,
  disabled,
  errors,
  path,
  offers,
  collection = "",
}: NamedChoiceFieldProps) {
  const { choices, failed } = useNamedChoices(offers, collection);
  const current = typeof value === "string" ? value : "";
  const isKnown = current === "" || choices?.some((choice) => choice.value === current) === true;
  const isGone = !isKnown && choices !== undefined;
  const waits = offers !== "folder" && collection === "";
  const error =
    errors[path] ?? (failed ? editorLabels.results : isGone ? t`“${current}” no longer exists.` : undefined);
  const help = waits ? t`Choose a page first.` : choices?.length === 0 ? absent[offers] : field.description;
  return (
    <TextField
      select
      label={field.title}
      value={current}
      onChange={(event) => onChange(event.target.value)}
      disabled={disabled}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{none[offers]}</MenuItem>
      {!isKnown && <MenuItem value={current}>{current}</MenuItem>}
      {choices?.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
