import Stack from "@mui/material/Stack";
import { memo, useCallback, useLayoutEffect, useRef } from "react";
import type { Settings } from "@/shared/page-document/document";
import { isShown, type Field } from "../../schema/field";
import { SchemaField, type SchemaFieldProps } from "./schema-field";

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

interface EntryProps extends Omit<SchemaFieldProps, "onChange"> {
  onChange: (name: string, value: unknown, path: string) => void;
}

/** Drawn anew only when its own setting changes: a block can have dozens of them. */
const Entry = memo(function Entry({ onChange, ...props }: EntryProps) {
  const { field, path } = props;
  return <SchemaField {...props} onChange={(value, innerPath) => onChange(field.name, value, innerPath ?? path)} />;
});

/** A form made from a block kind's schema: one control per setting that applies. */
export function SchemaFields({ fields, values, onChange, disabled, errors, path = "" }: SchemaFieldsProps) {
  const latest = useRef({ values, onChange });
  useLayoutEffect(() => {
    latest.current = { values, onChange };
  });
  const change = useCallback((name: string, value: unknown, changed: string) => {
    const { current } = latest;
    current.onChange({ ...current.values, [name]: value }, changed);
  }, []);
  return (
    <Stack sx={{ gap: 2.25 }}>
      {fields
        .filter((field) => isShown(field, values, fields))
        .map((field) => {
          const fieldPath = path === "" ? field.name : `${path}.${field.name}`;
          return (
            <Entry
              key={field.name}
              field={field}
              value={values[field.name] ?? field.fallback}
              onChange={change}
              disabled={disabled}
              errors={errors}
              path={fieldPath}
              {...(field.check === null ? {} : { siblings: values })}
              collection={field.offers === null ? "" : String(values["collection"] ?? "")}
            />
          );
        })}
    </Stack>
  );
}
