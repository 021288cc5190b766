import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import FormLabel from "@mui/material/FormLabel";
import { memo, useCallback, useLayoutEffect, useRef } from "react";
import { CaretStableTextField } from "@/shared/form/text-field/caret-stable-text-field";
import { RichText } from "@/shared/form/rich-text/rich-text";
import type { Settings } from "@/shared/page-document/document";
import { validationError, isShown, type Field } from "../../schema/field";
import { AssetField } from "./asset-field";
import { ChoiceField } from "./choice-field";
import { CodeField } from "./code-field";
import { ListField } from "./list-field";
import { MailingListField } from "./mailing-list-field";
import { NamedChoiceField } from "./named-choice-field";
import { NumberField } from "./number-field";
import { RichTextField } from "./rich-text-field";
import type { SchemaFieldProps } from "./schema-field-props";
import { TargetField } from "./target-field";
import { UrlField } from "./url-field";

export function SchemaField(props: SchemaFieldProps) {
  const { field, value, onChange, disabled, errors, path, siblings } = props;
  const error = validationError(field, value, siblings) ?? errors[path];
  const text = typeof value === "string" ? value : "";
  const help = error ?? field.description ?? undefined;
  if (field.offers !== null) return <NamedChoiceField {...props} offers={field.offers} />;
  switch (field.kind) {
    case "url":
      return <UrlField {...props} maxLength={field.maxLength} />;
    case "text":
    case "textarea":
      return (
        <CaretStableTextField
          label={field.title}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          multiline={field.kind === "textarea"}
          required={field.required}
          disabled={disabled}
          error={error !== undefined}
          helperText={help}
          slotProps={{ htmlInput: { maxLength: field.maxLength ?? undefined } }}
        />
      );
    case "code":
      return <CodeField {...props} />;
    case "mailing-list":
      return <MailingListField {...props} />;
    case "richtext":
      return <RichTextField {...props} />;
    case "html":
      return (
        <RichText
          label={field.title}
          value={text}
          onChange={(html) => onChange(html)}
          disabled={disabled}
          error={error}
          help={field.description ?? undefined}
        />
      );
    case "color":
      return (
        <TextField
          label={field.title}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          disabled={disabled}
          error={error !== undefined}
          helperText={help}
          slotProps={{
            input: {
              endAdornment: <ColourWell colour={text} label={field.title} disabled={disabled} onPick={onChange} />,
            },
          }}
        />
      );
    case "date":
      return (
        <TextField
          label={field.title}
          type="date"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          required={field.required}
          disabled={disabled}
          error={error !== undefined}
          helperText={help}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      );
    case "number":
      return <NumberField {...props} field={field} />;
    case "boolean":
      return (
        <Box>
          <FormControlLabel
            control={
              <Switch checked={value === true} onChange={(_, checked) => onChange(checked)} disabled={disabled} />
            }
            label={field.title}
          />
          {help && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
        </Box>
      );
    case "choice":
      return <ChoiceField {...props} field={field} />;
    case "asset":
      return <AssetField {...props} field={field} />;
    case "collection":
    case "product":
      return <TargetField {...props} target={field.kind} />;
    case "list":
      return <ListField {...props} field={field} renderItem={renderItem} />;
    case "group":
      return (
        <Box component="fieldset" sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 2, m: 0 }}>
          <FormLabel component="legend" sx={{ px: 0.5, typography: "caption" }}>
            {field.title}
          </FormLabel>
          {renderGroup({ ...props, field })}
        </Box>
      );
  }
}

function renderGroup({
  field,
  value,
  onChange,
  disabled,
  errors,
  path,
}: SchemaFieldProps<Extract<Field, { kind: "group" }>>) {
  return (
    <SchemaFields
      fields={field.fields}
      values={isRecord(value) ? value : {}}
      onChange={(values, innerPath) => onChange(values, innerPath)}
      disabled={disabled}
      errors={errors}
      path={path}
    />
  );
}

/** The controls of a list entry; those of a group have no frame. */
function renderItem(props: SchemaFieldProps) {
  const { field, onChange, path } = props;
  if (field.kind === "group") return renderGroup({ ...props, field });
  return <SchemaField {...props} onChange={(next) => onChange(next, path)} />;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface ColourWellProps {
  colour: string;
  label: string;
  disabled: boolean;
  onPick: (colour: string) => void;
}

function ColourWell({ colour, label, disabled, onPick }: ColourWellProps) {
  return (
    <InputAdornment position="end">
      <input
        type="color"
        aria-label={t`Pick ${label}`}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#000000"}
        disabled={disabled}
        onChange={(event) => onPick(event.target.value)}
        style={{ width: 28, height: 28, padding: 0, border: 0, background: "none" }}
      />
    </InputAdornment>
  );
}

interface SchemaFieldsProps {
  fields: Field[];
  values: Settings;
  /** Receives the whole new value and the path of the changed setting. */
  onChange: (values: Settings, path: string) => void;
  disabled: boolean;
  /** Server validation errors by path. */
  errors: Record<string, string>;
  path?: string;
}

interface EntryProps extends Omit<SchemaFieldProps, "onChange"> {
  onChange: (name: string, value: unknown, path: string) => void;
}

/** Memoized: re-renders only when its own setting changes; a block can have dozens. */
const Entry = memo(function Entry({ onChange, ...props }: EntryProps) {
  const { field, path } = props;
  return <SchemaField {...props} onChange={(value, innerPath) => onChange(field.name, value, innerPath ?? path)} />;
});

/** A form generated from a block kind's schema: one control per setting that applies. */
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
