import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control } from "react-hook-form";
import { checkAddresses } from "@/shared/form/addresses";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { PriceListChange } from "../api";
import { OwnPrices } from "./own-prices";
import { changeOf, checkPercent, fieldOf, type PriceListForm as FormState } from "./price-list-form-state";

interface PriceListFormProps {
  initial: FormState;
  editable: boolean;
  /** Throws when it was refused; answers what the form shows then. */
  onSave: (change: PriceListChange) => Promise<FormState>;
}

const audiences = [
  { value: "named", label: "Customers you name" },
  { value: "signed-in", label: "All signed-in customers" },
];

export function PriceListForm({ initial, editable, onSave }: PriceListFormProps) {
  const { currency } = useWebsite();
  const { control, shell } = useEditForm<FormState>({
    initial,
    what: "this price list",
    fieldOf,
    onSave: (form) => onSave(changeOf(form, currency)),
  });
  const disabled = !editable;
  return (
    <FormShell label="Price list" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="Price list">
          <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <Box sx={{ gridColumn: "1 / -1" }}>
              <FormTextField
                control={control}
                name="name"
                label="Name"
                help="Customers never see it; orders name it to you"
                maxLength={60}
                disabled={disabled}
                rules={{ validate: (value) => String(value).trim() !== "" || "Enter a name" }}
              />
            </Box>
            <FormDateTimeField control={control} name="startsOn" label="From" help="In your time zone" disabled={disabled} />
            <FormDateTimeField control={control} name="endsOn" label="Until" disabled={disabled} />
            <FormSwitch control={control} name="enabled" label="In use" disabled={disabled} />
          </Box>
        </Card>
        <Card title="Whom it is for">
          <Audience control={control} disabled={disabled} />
        </Card>
        <Card title="What they pay">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              A price of its own goes before the percentage. Nobody ever pays more than everybody does, and of several
              lists the lowest price counts.
            </Typography>
            <FormTextField
              control={control}
              name="percent"
              label="Percentage off everything"
              help="Off what everybody pays, sale prices included; empty for none"
              disabled={disabled}
              rules={{ validate: (value) => checkPercent(String(value)) }}
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
      <FormSelect control={control} name="audience" label="For" options={audiences} disabled={disabled} />
      {audience === "named" && (
        <FormTextField
          control={control}
          name="customers"
          label="Email addresses"
          help="Of their accounts, one a line, up to 1,000. They pay these prices once they are signed in and have confirmed their address."
          rows={4}
          disabled={disabled}
          rules={{ validate: (value) => checkAddresses(String(value)) }}
        />
      )}
    </Stack>
  );
}
