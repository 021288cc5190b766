import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FulfillBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useFulfillOrderMutation, type Fulfilment, type Order } from "../api";
import { chosenQuantities, QuantityFields, type Quantities } from "./quantity-fields";

interface FulfilDialogProps {
  order: Order;
  onClose: () => void;
}

interface FulfilForm {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  notifyCustomer: boolean;
}

const emptyForm: FulfilForm = { carrier: "", trackingNumber: "", trackingUrl: "", notifyCustomer: true };

function isField(name: string): name is keyof FulfilForm {
  return name in emptyForm;
}

/** Quantity to ship: neither shipped nor refunded, of lines that require shipping. */
function unsent(item: Order["items"][number]): number {
  return Math.max(0, Math.min(item.sendableQuantity, item.quantity - item.fulfilledQuantity - item.refundedQuantity));
}

function fulfilmentOf(form: FulfilForm, pieces: Quantities): Fulfilment {
  const text = (name: "carrier" | "trackingNumber" | "trackingUrl") => {
    const value = form[name].trim();
    return value === "" ? {} : { [name]: value };
  };
  const items = chosenQuantities(pieces);
  return {
    items,
    notifyCustomer: form.notifyCustomer,
    ...text("carrier"),
    ...text("trackingNumber"),
    ...text("trackingUrl"),
  };
}

/** Mounted while it is open, so that each opening starts with everything left. */
export function FulfilDialog({ order, onClose }: FulfilDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [fulfil, { isLoading }] = useFulfillOrderMutation();
  const [error, setError] = useState<string | null>(null);
  const [pieces, setPieces] = useState<Quantities>(() =>
    Object.fromEntries(order.items.map((item) => [item.id, unsent(item)])),
  );
  const { control, handleSubmit, setError: setFieldError } = useForm<FulfilForm>({ defaultValues: emptyForm });
  const isPickup = Boolean(order.pickup);
  const hasParcel = order.items.some((item) => item.sendableQuantity > 0);
  const shipping = hasParcel
    ? t`Choose the items in this parcel. Tracking is optional.`
    : t`Nothing has to be shipped. Tracking is optional.`;
  const submit = handleSubmit(async (form) => {
    setError(null);
    const outcome = await fulfil({ websiteId: website.id, orderId: order.id, fulfilment: fulfilmentOf(form, pieces) });
    if (outcome.error !== undefined) {
      setError(
        applyProblem(outcome.error, { setError: setFieldError, fieldOf: (name) => (isField(name) ? name : null) }),
      );
      return;
    }
    onClose();
    const part = isPickup ? t`Part of the order is ready for pickup.` : t`Part of the order was shipped.`;
    const done = outcome.data.fulfillmentStatus === "FULFILLED" ? t`Order fulfilled.` : part;
    toast.success(form.notifyCustomer ? t`${done} The customer is notified by e-mail.` : done);
  });
  return (
    <FormDialog
      title={t`Fulfill order #${{ number: order.number }}`}
      intro={isPickup ? t`Choose the items that are ready for pickup.` : shipping}
      error={error}
      width="sm"
      submitLabel={t`Fulfill order`}
      busy={isLoading}
      incomplete={hasParcel && chosenQuantities(pieces).length === 0}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {hasParcel && (
          <QuantityFields
            items={order.items}
            pieces={pieces}
            mostOf={(item) => item.sendableQuantity}
            onChange={setPieces}
          />
        )}
        {!isPickup && (
          <>
            <FormTextField
              control={control}
              name="carrier"
              label={t`Carrier`}
              {...fieldRules(FulfillBody.entries.carrier)}
            />
            <FormTextField
              control={control}
              name="trackingNumber"
              label={t`Tracking number`}
              {...fieldRules(FulfillBody.entries.trackingNumber)}
            />
            <FormTextField
              control={control}
              name="trackingUrl"
              label={t`Tracking link`}
              type="url"
              {...fieldRules(FulfillBody.entries.trackingUrl, {
                wrong: t`Links must be formatted as http://example.com or https://example.com`,
              })}
            />
          </>
        )}
        <FormSwitch control={control} name="notifyCustomer" label={t`Notify the customer by e-mail`} />
      </Stack>
    </FormDialog>
  );
}
