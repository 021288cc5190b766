import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useFieldArray, useWatch, type Control } from "react-hook-form";
import { ShippingZoneBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { useAddressParts } from "@/shared/address/address-parts";
import { FormSelect, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { countriesByName, countryName } from "@/shared/i18n/countries";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { ZoneChange } from "../api";
import { OptionCard } from "./option-card";
import { changeOf, fieldOf, newOption, type ZoneForm as FormState } from "./zone-form-state";

interface ZoneFormProps {
  initial: FormState;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (change: ZoneChange) => Promise<FormState>;
}

const places = () => countriesByName().map((code) => ({ value: code, label: countryName(code) }));

export function ZoneForm({ initial, editable, onSave }: ZoneFormProps) {
  const { currency } = useWebsite();
  const { control, shell } = useEditForm<FormState>({
    initial,
    what: t`this zone`,
    fieldOf,
    onSave: (form) => onSave(changeOf(form, currency)),
  });
  const disabled = !editable;
  return (
    <FormShell label={t`Shipping zone`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Zone`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="name"
              label={t`Name`}
              help={t`Customers cannot see it`}
              disabled={disabled}
              {...fieldRules(ShippingZoneBody.entries.name, { missing: t`Enter a name` })}
            />
            <Places control={control} disabled={disabled} />
          </Stack>
        </Card>
        <Options control={control} currency={currency} disabled={disabled} />
      </Stack>
    </FormShell>
  );
}

function Places({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: "places" });
  return (
    <Box role="group" aria-label={t`Places`}>
      <Stack sx={{ gap: 2 }}>
        {fields.map((place, index) => (
          <Stack
            key={place.id}
            direction={{ xs: "column", sm: "row" }}
            sx={{ gap: 1, "& > .MuiFormControl-root": { flex: 1 } }}
          >
            <FormSelect
              control={control}
              name={`places.${index}.country`}
              label={t`Country`}
              options={places()}
              disabled={disabled}
            />
            <Regions control={control} index={index} disabled={disabled} />
            {!disabled && fields.length > 1 && (
              <IconButton
                aria-label={t`Remove place ${{ value: index + 1 }}`}
                onClick={() => remove(index)}
                sx={{ alignSelf: "flex-start" }}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            )}
          </Stack>
        ))}
      </Stack>
      {!disabled && (
        <Button
          startIcon={<Add />}
          color="inherit"
          sx={{ mt: 1 }}
          onClick={() => append({ country: "US", regions: "" })}
        >
          {t`Add country`}
        </Button>
      )}
    </Box>
  );
}

/** Regions of a country; renders nothing if its addresses have none. */
function Regions({ control, index, disabled }: { control: Control<FormState>; index: number; disabled: boolean }) {
  const [country, regions] = useWatch({ control, name: [`places.${index}.country`, `places.${index}.regions`] });
  const hasRegions = useAddressParts()(country).some(({ part }) => part === "region");
  if (!hasRegions && regions === "") return null;
  return (
    <FormTextField
      control={control}
      name={`places.${index}.regions`}
      label={t`States or regions`}
      help={t`Separated by commas. Leave empty for all`}
      disabled={disabled}
    />
  );
}

interface OptionsProps {
  control: Control<FormState>;
  currency: string;
  disabled: boolean;
}

function Options({ control, currency, disabled }: OptionsProps) {
  const { fields, append, remove, move } = useFieldArray({ control, name: "options" });
  return (
    <>
      {fields.map((option, index) => (
        <OptionCard
          key={option.id}
          control={control}
          index={index}
          isFirst={index === 0}
          currency={currency}
          disabled={disabled}
          onRemove={() => remove(index)}
          onMoveUp={() => move(index, index - 1)}
        />
      ))}
      {!disabled && (
        <Button startIcon={<Add />} color="inherit" sx={{ alignSelf: "flex-start" }} onClick={() => append(newOption)}>
          {t`Add delivery option`}
        </Button>
      )}
    </>
  );
}
