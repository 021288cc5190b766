import Stack from "@mui/material/Stack";
import type { Settings } from "@/shared/page-document/document";
import { isShown, type Field } from "../../schema/field";
import { SchemaField } from "./schema-field";

export interface SchemaFieldsProps {
  fields: Field[];
  values: Settings;
  /** Reports the whole new value and the path of the setting that changed. */
  onChange: (values: Settings, path: string) => void;
  disabled: boolean;
  /** Refusals of the server, by path. */
  errors: Record<string, string>;
  path?: string;
}

/** A form made from a block kind's schema: one control per setting that applies. */
export function SchemaFields({ fields, values, onChange, disabled, errors, path = "" }: SchemaFieldsProps) {
  return (
    <Stack sx={{ gap: 2.25 }}>
      {fields
        .filter((field) => isShown(field, values, fields))
        .map((field) => {
          const fieldPath = path === "" ? field.name : `${path}.${field.name}`;
          return (
            <SchemaField
              key={field.name}
              field={field}
              value={values[field.name] ?? field.fallback}
              onChange={(value, innerPath) => onChange({ ...values, [field.name]: value }, innerPath ?? fieldPath)}
              disabled={disabled}
              errors={errors}
              path={fieldPath}
            />
          );
        })}
    </Stack>
  );
}
