import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useWatch, type Control } from "react-hook-form";
import { TaxBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { useAddressParts } from "@/shared/address/address-parts";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { FormPercentField } from "@/shared/form/percent-field";
import { useEditForm } from "@/shared/form/use-edit-form";
import { countriesByName, countryName, everywhere } from "@/shared/i18n/countries";
import { zoneHelp } from "@/shared/i18n/local-time";
import { Card } from "@/shared/ui/card";
import type { TaxChange } from "../api";
import { changeOf, fieldOf, type TaxForm as FormState } from "./tax-form-state";

interface TaxFormProps {
  initial: FormState;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (change: TaxChange) => Promise<FormState>;
}

const places = () => countriesByName().map((code) => ({ value: code, label: countryName(code) }));

export function TaxForm({ initial, editable, onSave }: TaxFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial,
    what: t`this tax`,
    fieldOf,
    onSave: (form) => onSave(changeOf(form)),
  });
  const disabled = !editable;
  return (
    <FormShell label={t`Tax`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Tax`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="label"
              label={t`Name on the invoice`}
              disabled={disabled}
              {...fieldRules(TaxBody.entries.label, { missing: t`Enter a name` })}
            />
            <FormPercentField
              control={control}
              name="percent"
              rule={TaxBody.entries.rateBasisPoints}
              label={t`Rate`}
              disabled={disabled}
            />
            <FormSwitch control={control} name="onShipping" label={t`Charge on shipping`} disabled={disabled} />
          </Stack>
        </Card>
        <Card title={t`Where`}>
          <PlaceFields control={control} disabled={disabled} />
        </Card>
        <Card title={t`When`}>
          <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <FormDateTimeField
              control={control}
              name="validFrom"
              label={t`From`}
              help={zoneHelp()}
              disabled={disabled}
            />
            <FormDateTimeField control={control} name="validUntil" label={t`Until`} disabled={disabled} />
          </Box>
        </Card>
      </Stack>
    </FormShell>
  );
}

function PlaceFields({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const [country, region, postalPrefix] = useWatch({ control, name: ["country", "region", "postalPrefix"] });
  const isEverywhere = country === everywhere;
  const parts = useAddressParts()(country);
  const regionPart = parts.find(({ part }) => part === "region");
  const postalCode = parts.find(({ part }) => part === "postalCode");
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <FormSelect
        control={control}
        name="country"
        label={t`Country`}
        options={places()}
        disabled={disabled}
        {...(isEverywhere ? { help: t`Applies where no other tax does` } : {})}
      />
      {!isEverywhere && (
        <>
          {(regionPart !== undefined || region !== "") && (
            <FormTextField
              control={control}
              name="region"
              label={regionPart?.label ?? t`State or region`}
              help={t`Leave empty for the whole country`}
              {...fieldRules(TaxBody.entries.region)}
              disabled={disabled}
            />
          )}
          {(postalCode !== undefined || postalPrefix !== "") && (
            <FormTextField
              control={control}
              name="postalPrefix"
              label={postalCode?.label === "ZIP code" ? t`ZIP codes starting with` : t`Postal codes starting with`}
              help={t`Leave empty for all`}
              {...fieldRules(TaxBody.entries.postalPrefix)}
              disabled={disabled}
            />
          )}
        </>
      )}
    </Stack>
  );
}
