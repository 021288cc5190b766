import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useId } from "react";
import { useFieldArray, useWatch, type Control, type FieldValues } from "react-hook-form";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { checkSetting, formValueOf, isShown, type SettingField } from "./setting-fields";

interface SettingInputsProps {
  control: Control<FieldValues>;
  /** Path of the settings in the form. */
  path: string;
  fields: SettingField[];
  disabled?: boolean;
}

/** A plugin's settings, each with the input that its schema asks for, while it applies. */
export function SettingInputs({ control, path, fields, disabled = false }: SettingInputsProps) {
  const values: unknown = useWatch({ control, name: path });
  return (
    <Stack sx={{ gap: 2.5 }}>
      {fields
        .filter((field) => isShown(field, fields, values))
        .map((field) => (
          <SettingInput
            key={field.key}
            control={control}
            path={`${path}.${field.key}`}
            field={field}
            disabled={disabled}
          />
        ))}
    </Stack>
  );
}

interface SettingInputProps extends Pick<SettingInputsProps, "control" | "path" | "disabled"> {
  field: SettingField;
}

function SettingInput({ control, path, field, disabled = false }: SettingInputProps) {
  const frame = { control, name: path, label: field.label, disabled, ...(field.help ? { help: field.help } : {}) };
  switch (field.kind) {
    case "boolean":
      return <FormSwitch {...frame} />;
    case "choice":
      return <ChoiceInput field={field} frame={frame} />;
    case "list":
      return <ListInput control={control} path={path} field={field} disabled={disabled} />;
    case "group":
      return (
        <Group label={field.label} help={field.help}>
          <SettingInputs control={control} path={path} fields={field.fields} disabled={disabled} />
        </Group>
      );
    case "text":
    case "number":
    case "json": {
      const rows = field.kind === "json" ? 3 : field.kind === "text" ? field.rows : null;
      const maxLength = field.kind === "text" ? field.maxLength : null;
      return (
        <FormTextField
          {...frame}
          {...(rows === null ? {} : { rows })}
          {...(maxLength === null ? {} : { maxLength })}
          rules={{ validate: (value: unknown) => checkSetting(field, value) }}
        />
      );
    }
  }
}

interface ChoiceInputProps {
  field: Extract<SettingField, { kind: "choice" }>;
  frame: { control: Control<FieldValues>; name: string; label: string; disabled: boolean; help?: string };
}

function ChoiceInput({ field, frame }: ChoiceInputProps) {
  const options = field.options.map(({ value, label }) => ({ value: String(value), label }));
  const isOptional = !field.isRequired && field.initial === undefined;
  return <FormSelect {...frame} options={isOptional ? [{ value: "", label: t`None` }, ...options] : options} />;
}

function Group({ label, help, children }: { label: string; help: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="h3">
        {label}
      </Typography>
      {help && (
        <Typography variant="body2" color="textSecondary">
          {help}
        </Typography>
      )}
      <Box sx={{ mt: 1.5 }}>{children}</Box>
    </Box>
  );
}

interface ListInputProps extends Pick<SettingInputsProps, "control" | "path" | "disabled"> {
  field: Extract<SettingField, { kind: "list" }>;
}

/** Entries that can be added and removed. */
function ListInput({ control, path, field, disabled = false }: ListInputProps) {
  const { fields: entries, append, remove } = useFieldArray({ control, name: path });
  const { item, label, help, most } = field;
  const isGroup = item.kind === "group";
  return (
    <Group label={label} help={help}>
      <Stack component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {entries.map((entry, index) => {
          const place = index + 1;
          const named = { ...item, label: item.label === item.name ? t`Entry ${place}` : item.label };
          return (
            <Stack
              component="li"
              key={entry.id}
              direction="row"
              sx={{
                gap: 1,
                alignItems: "flex-start",
                ...(isGroup && { p: 1.5, border: 1, borderColor: "divider", borderRadius: 1 }),
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <SettingInput control={control} path={`${path}.${index}.item`} field={named} disabled={disabled} />
              </Box>
              {!disabled && (
                <IconButton aria-label={t`Remove entry ${place} of ${label}`} onClick={() => remove(index)}>
                  <DeleteOutlined fontSize="small" />
                </IconButton>
              )}
            </Stack>
          );
        })}
      </Stack>
      {!disabled && (most === null || entries.length < most) && (
        <Button
          size="small"
          startIcon={<Add />}
          sx={{ mt: 1 }}
          aria-label={t`Add an entry to ${label}`}
          onClick={() => append({ item: formValueOf(item) })}
        >
          {t`Add an entry`}
        </Button>
      )}
    </Group>
  );
}
