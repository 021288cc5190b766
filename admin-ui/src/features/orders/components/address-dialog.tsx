import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { partLabel, useAddressParts, withHeld } from "@/shared/address/address-parts";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormSelect, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { countriesByName, countryName, everywhere } from "@/shared/i18n/countries";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSetBillingAddressMutation, useSetShippingAddressMutation, type Address, type Order } from "../api";

const labels = {
  get firstName() {
    return t`First name`;
  },
  get lastName() {
    return t`Last name`;
  },
  get line1() {
    return t`Street and number`;
  },
  get line2() {
    return t`Flat, floor, company (optional)`;
  },
};
const partsOfAny = ["city", "region", "postalCode"] as const;

const places = () =>
  countriesByName()
    .filter((code) => code !== everywhere)
    .map((code) => ({ value: code, label: countryName(code) }));
const titles = {
  get shipping() {
    return t`Delivery address`;
  },
  get billing() {
    return t`Billing address`;
  },
};
const blank: Required<Address> = {
  firstName: "",
  lastName: "",
  line1: "",
  line2: "",
  postalCode: "",
  city: "",
  region: "",
  phone: "",
  country: "",
};

type AddressUse = keyof typeof titles;

interface AddressDialogProps {
  order: Order;
  use: AddressUse;
  onClose: () => void;
}

/** Edits an address of an order. The delivery country cannot be changed: prices depend on it. */
export function AddressDialog({ order, use, onClose }: AddressDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [saveShipping, shipping] = useSetShippingAddressMutation();
  const [saveBilling, billing] = useSetBillingAddressMutation();
  const [error, setError] = useState<string | null>(null);
  const known = use === "shipping" ? order.shippingAddress : (order.billingAddress ?? order.shippingAddress);
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<Address>({ defaultValues: { ...blank, ...known } });
  const partsOf = useAddressParts();
  const country = useWatch({ control, name: "country" }) ?? "";
  const parts = known?.country === country ? withHeld(partsOf(country), known) : partsOf(country);
  const isField = (name: string): name is keyof Address => name in blank && (use === "billing" || name !== "country");
  const submit = handleSubmit(async (entered) => {
    setError(null);
    const others = partsOfAny.filter((part) => !parts.some((own) => own.part === part)).map((part) => [part, ""]);
    const address: Address = { ...entered, ...Object.fromEntries(others) };
    const wish = { websiteId: website.id, orderId: order.id, address };
    const outcome = await (use === "shipping" ? saveShipping(wish) : saveBilling(wish));
    if (outcome.error !== undefined) {
      setError(
        applyProblem(outcome.error, { setError: setFieldError, fieldOf: (name) => (isField(name) ? name : null) }),
      );
      return;
    }
    onClose();
    toast.success(t`${{ titles: titles[use] }} changed.`);
  });
  return (
    <FormDialog
      title={titles[use]}
      error={error}
      submitLabel={t`Save address`}
      busy={shipping.isLoading || billing.isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {Object.entries(labels).map(([name, label]) => (
          <FormTextField key={name} control={control} name={name as keyof typeof labels} label={label} />
        ))}
        {parts.map((own) => (
          <FormTextField key={own.part} control={control} name={own.part} label={partLabel(own)} />
        ))}
        <FormTextField control={control} name="phone" label={t`Phone (optional)`} />
        {use === "billing" && <FormSelect control={control} name="country" label={t`Country`} options={places()} />}
      </Stack>
    </FormDialog>
  );
}
