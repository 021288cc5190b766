import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import FormLabel from "@mui/material/FormLabel";
import { useId } from "react";
import { SteadyTextField } from "@/shared/form/steady-text-field";
import { RichText } from "@/shared/form/rich-text";
import { useIsRightToLeft } from "../../hooks/use-open-preview";
import { complaintOf, type Field } from "../../schema/field";
import { seenFromTheRight } from "../../schema/sides";
import { AssetField } from "./asset-field";
import { CodeField } from "./code-field";
import { ListField } from "./list-field";
import { MailingListField } from "./mailing-list-field";
import { NamedChoiceField } from "./named-choice-field";
import { NumberField } from "./number-field";
import { RichTextField } from "./rich-text-field";
import { SchemaFields } from "./schema-fields";
import { TargetField } from "./target-field";
import { UrlField } from "./url-field";

export interface SchemaFieldProps<F extends Field = Field> {
  field: F;
  value: unknown;
  onChange: (value: unknown, path?: string) => void;
  disabled: boolean;
  errors: Record<string, string>;
  path: string;
  /** The settings beside one that is checked with them. */
  siblings?: Record<string, unknown>;
  /** The page whose tags or categories are offered; empty while none is chosen. */
  collection?: string;
}

export function SchemaField(props: SchemaFieldProps) {
  const { field, value, onChange, disabled, errors, path, siblings } = props;
  const error = complaintOf(field, value, siblings) ?? errors[path];
  const text = typeof value === "string" ? value : "";
  const help = error ?? field.description ?? undefined;
  if (field.offers !== null) return <NamedChoiceField {...props} offers={field.offers} />;
  switch (field.kind) {
    case "url":
      return <UrlField {...props} maxLength={field.maxLength} />;
    case "text":
    case "textarea":
      return (
        <SteadyTextField
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
          slotProps={{ input: { endAdornment: <ColourWell colour={text} label={field.title} disabled={disabled} onPick={onChange} /> } }}
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
            control={<Switch checked={value === true} onChange={(_, checked) => onChange(checked)} disabled={disabled} />}
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
      return <ListField {...props} field={field} />;
    case "group":
      return (
        <Box component="fieldset" sx={{ border: 1, borderColor: "divider", borderRadius: 1, p: 2, m: 0 }}>
          <FormLabel component="legend" sx={{ px: 0.5, typography: "caption" }}>
            {field.title}
          </FormLabel>
          <SchemaFields
            fields={field.fields}
            values={isRecord(value) ? value : {}}
            onChange={(values, innerPath) => onChange(values, innerPath)}
            disabled={disabled}
            errors={errors}
            path={path}
          />
        </Box>
      );
  }
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
        aria-label={`Pick ${label}`}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#000000"}
        disabled={disabled}
        onChange={(event) => onPick(event.target.value)}
        style={{ width: 28, height: 28, padding: 0, border: 0, background: "none" }}
      />
    </InputAdornment>
  );
}

/** Few short choices stand side by side, others in a list. */
function ChoiceField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps<Extract<Field, { kind: "choice" }>>) {
  const labelId = useId();
  const error = errors[path];
  const help = error ?? field.description;
  const rightToLeft = useIsRightToLeft();
  const options = rightToLeft ? seenFromTheRight(field.options) : field.options;
  const longest = Math.max(...options.map(({ title }) => title.length));
  const short = options.length <= 4 && longest * options.length <= 36;
  if (!short) {
    return (
      <TextField
        select
        label={field.title}
        value={options.some((option) => option.value === value) ? value : ""}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        error={error !== undefined}
        helperText={help}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.title}
          </MenuItem>
        ))}
      </TextField>
    );
  }
  return (
    <Box>
      <FormLabel id={labelId} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {field.title}
      </FormLabel>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-labelledby={labelId}
        value={value}
        disabled={disabled}
        onChange={(_, next: string | number | null) => {
          if (next !== null) onChange(next);
        }}
      >
        {options.map((option) => (
          <ToggleButton key={option.value} value={option.value}>
            {option.title}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {help && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
    </Box>
  );
}
