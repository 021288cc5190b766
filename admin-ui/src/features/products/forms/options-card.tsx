import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import Close from "@mui/icons-material/Close";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { ProductBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { Card } from "@/shared/ui/card";
import { MoveButton } from "@/shared/ui/move-button";
import { OptionValues } from "./option-values";
import type { ProductForm, VariantTable } from "./product-form-state";
import {
  longestName,
  maxVariants,
  withOption,
  withoutOption,
  withRenamed,
  withSwapped,
  withValues,
  type OptionForm,
  type VariantForm,
} from "./variant-matrix";

const maxOptions = maxOf(ProductBody.entries.variantOptionOrdering);

interface OptionsCardProps {
  control: Control<ProductForm>;
  variants: VariantTable;
  editable: boolean;
}

function optionsError(options: readonly OptionForm[]): string | true {
  const names = options.map(({ name }) => name.trim().toLowerCase());
  if (names.includes("")) return t`Name each option`;
  if (new Set(names).size !== names.length) return t`Two options have the same name`;
  if (options.some(({ values }) => values.length === 0)) return t`Give each option a value`;
  return true;
}

/** Product options, such as size; the variant rows follow. */
export function OptionsCard({ control, variants, editable }: OptionsCardProps) {
  const options = useController({ control, name: "options", rules: { validate: optionsError } });
  const [tooMany, setTooMany] = useState(false);
  // Index of the row added last, which is focused when it appears.
  const [added, setAdded] = useState<number | null>(null);
  const change = (nextOptions: OptionForm[], nextRows: VariantForm[]) => {
    const isTooMany = nextRows.length > maxVariants;
    setTooMany(isTooMany);
    if (isTooMany) return false;
    options.field.onChange(nextOptions);
    variants.replace(nextRows);
    return true;
  };
  const all = options.field.value;
  if (all.length === 0 && !editable) return null;
  const message = tooMany ? t`A product can have at most ${maxVariants} variants.` : options.fieldState.error?.message;
  return (
    <Card title={t`Options`}>
      <Stack sx={{ gap: 2, pt: 1 }}>
        {all.map((option, at) => (
          <OptionRow
            key={at}
            option={option}
            editable={editable}
            isLast={at === all.length - 1}
            takesFocus={at === added}
            onName={(name) =>
              options.field.onChange(all.map((other, index) => (index === at ? { ...other, name } : other)))
            }
            onValues={(values) =>
              change(
                all.map((other, index) => (index === at ? { ...other, values } : other)),
                withValues(all, variants.now(), at, values),
              )
            }
            onRename={(from, to) => {
              const next = withRenamed(all, variants.now(), at, { from, to });
              change(next.options, next.rows);
            }}
            onDown={() => {
              const next = withSwapped(all, variants.now(), at);
              change(next.options, next.rows);
            }}
            onRemove={() =>
              change(
                all.filter((_, index) => index !== at),
                withoutOption(variants.now(), at),
              )
            }
          />
        ))}
        {message !== undefined && (
          <FormHelperText error role="alert">
            {message}
          </FormHelperText>
        )}
        {editable && (
          <Box>
            <Button
              startIcon={<Add />}
              color="inherit"
              disabled={all.length >= maxOptions}
              onClick={() => {
                setAdded(all.length);
                change([...all, { name: "", values: [] }], withOption(variants.now()));
              }}
            >
              {t`Add option`}
            </Button>
          </Box>
        )}
      </Stack>
    </Card>
  );
}

interface OptionRowProps {
  option: OptionForm;
  editable: boolean;
  isLast: boolean;
  takesFocus: boolean;
  onName: (name: string) => void;
  onValues: (values: string[]) => boolean;
  onRename: (from: string, to: string) => void;
  onDown: () => void;
  onRemove: () => void;
}

function OptionRow({
  option,
  editable,
  isLast,
  takesFocus,
  onName,
  onValues,
  onRename,
  onDown,
  onRemove,
}: OptionRowProps) {
  const called = option.name === "" ? t`the option` : option.name;
  return (
    <Stack
      role="group"
      aria-label={option.name === "" ? t`New option` : t`Option ${{ name: option.name }}`}
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1.5, alignItems: { sm: "flex-start" } }}
    >
      <TextField
        label={t`Option name`}
        placeholder={t`Size`}
        autoFocus={takesFocus}
        value={option.name}
        onChange={(event) => onName(event.target.value)}
        disabled={!editable}
        sx={{ flex: "0 0 30%" }}
        slotProps={{ htmlInput: { maxLength: longestName } }}
      />
      <OptionValues option={option} editable={editable} onValues={onValues} onRename={onRename} />
      {editable && (
        <Stack direction="row">
          <MoveButton label={t`Move ${called} down`} blocked={isLast} onMove={onDown}>
            <ArrowDownward fontSize="small" />
          </MoveButton>
          <IconButton aria-label={t`Remove ${called}`} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        </Stack>
      )}
    </Stack>
  );
}
