import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useWatch, type Control } from "react-hook-form";
import { DiscountBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { validateEmailAddresses } from "@/shared/form/email-addresses";
import { FormChoicesField } from "@/shared/form/choices-field";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormMoneyField, FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { FormPercentField } from "@/shared/form/percent-field";
import { useEditForm } from "@/shared/form/use-edit-form";
import { zoneHelp } from "@/shared/i18n/local-time";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useListDiscountTargetsQuery, type DiscountChange } from "../api";
import { changeOf, fieldOf, type DiscountForm as FormState } from "./discount-form-state";

interface DiscountFormProps {
  initial: FormState;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (change: DiscountChange) => Promise<FormState>;
}

const kinds = [
  {
    value: "percent",
    get label() {
      return t`Percentage`;
    },
  },
  {
    value: "amount",
    get label() {
      return t`Fixed amount`;
    },
  },
  {
    value: "free-shipping",
    get label() {
      return t`Free shipping`;
    },
  },
];
const scopes = [
  {
    value: "order",
    get label() {
      return t`Entire order`;
    },
  },
  {
    value: "products",
    get label() {
      return t`Specific products`;
    },
  },
  {
    value: "categories",
    get label() {
      return t`Specific categories`;
    },
  },
];
/** Conditions for free delivery. */
const carts = [
  {
    value: "order",
    get label() {
      return t`All orders`;
    },
  },
  {
    value: "products",
    get label() {
      return t`Orders with specific products`;
    },
  },
  {
    value: "categories",
    get label() {
      return t`Orders with specific categories`;
    },
  },
];

export function DiscountForm({ initial, editable, onSave }: DiscountFormProps) {
  const { currency } = useWebsite();
  const { control, shell } = useEditForm<FormState>({
    initial,
    what: t`this discount`,
    fieldOf,
    onSave: (form) => onSave(changeOf(form, currency)),
  });
  const disabled = !editable;
  return (
    <FormShell label={t`Discount`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Discount`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="label"
              label={t`Name`}
              help={t`Customers see it in their cart and on the invoice`}
              disabled={disabled}
              {...fieldRules(DiscountBody.entries.label, { missing: t`Enter a name` })}
            />
            <Code control={control} disabled={disabled} />
            <FormSwitch control={control} name="enabled" label={t`Active`} disabled={disabled} />
          </Stack>
        </Card>
        <Card title={t`Value`}>
          <Effect control={control} currency={currency} disabled={disabled} />
        </Card>
        <Card title={t`Conditions`}>
          <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <FormMoneyField
              control={control}
              name="minimum"
              label={t`Minimum subtotal`}
              help={t`Before discounts, excluding gift cards`}
              currency={currency}
              required={false}
              disabled={disabled}
            />
            <FormTextField
              control={control}
              name="usageLimit"
              label={t`Usage limit`}
              help={t`Number of orders. Leave empty for no limit`}
              disabled={disabled}
              {...fieldRules(DiscountBody.entries.usageLimit)}
            />
            <FormDateTimeField
              control={control}
              name="startsOn"
              label={t`From`}
              help={zoneHelp()}
              disabled={disabled}
            />
            <FormDateTimeField control={control} name="endsOn" label={t`Until`} disabled={disabled} />
            <FormSwitch control={control} name="oncePerCustomer" label={t`One use per customer`} disabled={disabled} />
            <FormSwitch control={control} name="named" label={t`Specific customers only`} disabled={disabled} />
          </Box>
          <Named control={control} disabled={disabled} />
        </Card>
      </Stack>
    </FormShell>
  );
}

function Code({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const automatic = useWatch({ control, name: "automatic" });
  return (
    <>
      <FormSwitch
        control={control}
        name="automatic"
        label={t`Apply automatically, without a code`}
        disabled={disabled}
      />
      {!automatic && (
        <FormTextField
          control={control}
          name="code"
          label={t`Code`}
          help={t`Not case-sensitive`}
          disabled={disabled}
          {...fieldRules(DiscountBody.entries.code, { missing: t`Enter a code` })}
        />
      )}
    </>
  );
}

function Named({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const named = useWatch({ control, name: "named" });
  if (!named) return null;
  return (
    <Box sx={{ pt: 2.5 }}>
      <FormTextField
        control={control}
        name="customers"
        label={t`E-mail addresses`}
        help={t`One per line, up to 1,000: the address of the account, or the one entered at checkout`}
        rows={4}
        disabled={disabled}
        rules={{ validate: (value) => validateEmailAddresses(String(value)) }}
      />
    </Box>
  );
}

interface EffectProps {
  control: Control<FormState>;
  currency: string;
  disabled: boolean;
}

function Effect({ control, currency, disabled }: EffectProps) {
  const [kind, appliesTo] = useWatch({ control, name: ["kind", "appliesTo"] });
  return (
    <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
      <FormSelect control={control} name="kind" label={t`Type`} options={kinds} disabled={disabled} />
      {kind === "percent" && (
        <FormPercentField
          control={control}
          name="percent"
          rule={DiscountBody.entries.rateBasisPoints}
          label={t`Percentage`}
          disabled={disabled}
        />
      )}
      {kind === "amount" && (
        <FormMoneyField control={control} name="amount" label={t`Amount`} currency={currency} disabled={disabled} />
      )}
      <FormSelect
        control={control}
        name="appliesTo"
        label={kind === "free-shipping" ? t`Eligible orders` : t`Applies to`}
        options={kind === "free-shipping" ? carts : scopes}
        disabled={disabled}
      />
      {appliesTo !== "order" && (
        <TargetsField key={appliesTo} control={control} appliesTo={appliesTo} disabled={disabled} />
      )}
    </Box>
  );
}

interface TargetsFieldProps {
  control: Control<FormState>;
  appliesTo: "products" | "categories";
  disabled: boolean;
}

function TargetsField({ control, appliesTo, disabled }: TargetsFieldProps) {
  const website = useWebsite();
  const targets = useListDiscountTargetsQuery({ websiteId: website.id });
  const isAboutProducts = appliesTo === "products";
  return (
    <FormChoicesField
      control={control}
      name={appliesTo}
      label={isAboutProducts ? t`Products` : t`Categories`}
      choices={targets.data?.[appliesTo] ?? []}
      emptyText={isAboutProducts ? t`Choose at least one product` : t`Choose at least one category`}
      loading={targets.isFetching}
      failure={targets.isError ? { error: targets.error, onRetry: () => void targets.refetch() } : null}
      disabled={disabled}
    />
  );
}
