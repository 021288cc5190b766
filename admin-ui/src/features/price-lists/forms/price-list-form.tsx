import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control } from "react-hook-form";
import { PriceListBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { validateEmailAddresses } from "@/shared/form/email-addresses";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { percentRules } from "@/shared/form/percent-field";
import { useEditForm } from "@/shared/form/use-edit-form";
import { zoneHelp } from "@/shared/i18n/local-time";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { PriceListChange } from "../api";
import { OwnPrices } from "./own-prices";
import { changeOf, fieldOf, type PriceListForm as FormState } from "./price-list-form-state";

interface PriceListFormProps {
  initial: FormState;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (change: PriceListChange) => Promise<FormState>;
}

const audiences = [
  {
    value: "named",
    get label() {
      return t`Specific customers`;
    },
  },
  {
    value: "signed-in",
    get label() {
      return t`All signed-in customers`;
    },
  },
];

export function PriceListForm({ initial, editable, onSave }: PriceListFormProps) {
  const { currency } = useWebsite();
  const { control, shell } = useEditForm<FormState>({
    initial,
    what: t`this price list`,
    fieldOf,
    onSave: (form) => onSave(changeOf(form, currency)),
  });
  const disabled = !editable;
  return (
    <FormShell label={t`Price list`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Price list`}>
          <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <Box sx={{ gridColumn: "1 / -1" }}>
              <FormTextField
                control={control}
                name="name"
                label={t`Name`}
                help={t`Customers cannot see it; you see it on orders`}
                disabled={disabled}
                {...fieldRules(PriceListBody.entries.name, { missing: t`Enter a name` })}
              />
            </Box>
            <FormDateTimeField
              control={control}
              name="startsOn"
              label={t`From`}
              help={zoneHelp()}
              disabled={disabled}
            />
            <FormDateTimeField control={control} name="endsOn" label={t`Until`} disabled={disabled} />
            <FormSwitch control={control} name="enabled" label={t`Active`} disabled={disabled} />
          </Box>
        </Card>
        <Card title={t`Customers`}>
          <Audience control={control} disabled={disabled} />
        </Card>
        <Card title={t`Prices`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {t`Fixed prices take precedence over the percentage. Customers never pay more than the regular price. If several lists apply, the lowest price is used.`}
            </Typography>
            <FormTextField
              control={control}
              name="percent"
              label={t`Percentage off everything`}
              help={t`Off the regular or sale price. Leave empty for none`}
              disabled={disabled}
              {...percentRules(PriceListBody.entries.rateBasisPoints, { mayBeEmpty: true })}
            />
            <OwnPrices control={control} currency={currency} disabled={disabled} />
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}

function Audience({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const audience = useWatch({ control, name: "audience" });
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <FormSelect control={control} name="audience" label={t`Applies to`} options={audiences} disabled={disabled} />
      {audience === "named" && (
        <FormTextField
          control={control}
          name="customers"
          label={t`E-mail addresses`}
          help={t`The addresses of their accounts, one per line, up to 1,000. They get these prices when they are signed in and have confirmed their address.`}
          rows={4}
          disabled={disabled}
          rules={{ validate: (value) => validateEmailAddresses(String(value)) }}
        />
      )}
    </Stack>
  );
}
