import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { RefundBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormMoneyField, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useDebounced } from "@/shared/hooks/use-debounced";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoney, moneyToText, parseMoney } from "@/shared/money/money";
import { isCostly } from "@/shared/orders/order-status";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { usePreviewRefundQuery, useRefundOrderMutation, type Order, type RefundAnswer, type RefundWish } from "../api";
import { chosenQuantities, QuantityFields, type Quantities } from "./quantity-fields";

interface RefundDialogProps {
  order: Order;
  onClose: () => void;
}

interface RefundForm {
  shipping: string;
  amount: string;
  reason: string;
  restock: boolean;
  notifyCustomer: boolean;
}

function cents(text: string, currency: string): number {
  const parsed = parseMoney(text.trim() === "" ? "0" : text, currency);
  return parsed.ok ? parsed.minor : 0;
}

/** Notification about the state of the refund. */
function refundMessage({ refund }: RefundAnswer): { ok: boolean; text: string } {
  switch (refund.status) {
    case "succeeded":
      return { ok: true, text: t`The money was refunded.` };
    case "failed":
      return { ok: false, text: refund.message ?? t`The payment provider refused the refund.` };
    default:
      return { ok: true, text: t`The refund is pending. The payment provider has not confirmed it yet.` };
  }
}

/** Mounted while it is open, so that each opening is a refund of its own with its own idempotency key. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [pieces, setPieces] = useState<Quantities>({});
  const [error, setError] = useState<string | null>(null);
  const [refund, { isLoading }] = useRefundOrderMutation();
  const {
    control,
    handleSubmit,
    setValue,
    formState: { isValid },
  } = useForm<RefundForm>({
    mode: "onChange",
    defaultValues: { shipping: "", amount: "", reason: "", restock: true, notifyCustomer: true },
  });
  const [shipping, amount] = useWatch({ control, name: ["shipping", "amount"] });
  const ref = { websiteId: website.id, orderId: order.id };
  const chosen = { items: chosenQuantities(pieces), shippingCents: cents(shipping, order.currency) };
  const asked = useDebounced(JSON.stringify(chosen), 200);
  const preview = usePreviewRefundQuery(
    { ...ref, wish: JSON.parse(asked) as RefundWish },
    { refetchOnMountOrArgChange: true },
  );
  const price = (minor: number) => formatMoney(minor, order.currency, website.locale);
  const typed = amount.trim();
  const amountCents = typed === "" ? preview.data?.amountCents : cents(typed, order.currency);
  const refundable = preview.data?.refundableCents ?? order.refundableCents;
  const wanted = isValid ? (amountCents ?? 0) : 0;
  const shippingLeft = preview.data?.shippingRefundableCents ?? 0;

  const atMost = (most: number) => (minor: number) =>
    minor <= most || t`At most ${{ price: price(most) }} can be refunded`;

  const everything = () => {
    setPieces(Object.fromEntries(order.items.map((item) => [item.id, item.quantity - item.refundedQuantity])));
    setValue("shipping", moneyToText(shippingLeft, order.currency), { shouldValidate: true });
    setValue("amount", "", { shouldValidate: true });
  };
  const submit = handleSubmit(async (form) => {
    setError(null);
    const wish = { ...chosen, ...(typed === "" ? {} : { amountCents: cents(typed, order.currency) }) };
    const { reason, restock, notifyCustomer } = form;
    const outcome = await refund({ ...ref, refund: { idempotencyKey: key, ...wish, reason, restock, notifyCustomer } });
    if (outcome.error !== undefined) {
      setError(errorText(outcome.error));
      return;
    }
    const message = refundMessage(outcome.data);
    if (message.ok) {
      onClose();
      toast.success(message.text);
      return;
    }
    setError(message.text);
    setKey(crypto.randomUUID());
  });
  return (
    <FormDialog
      title={t`Refund order #${{ number: order.number }}`}
      error={error}
      width="sm"
      submitLabel={t`Refund ${{ price: price(wanted) }}`}
      busy={isLoading}
      incomplete={wanted <= 0}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {preview.isError && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {errorText(preview.error)}
        </Alert>
      )}
      {isCostly(order.dispute) && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`A payment of this order is disputed. What the bank takes back must not be refunded as well.`}
        </Alert>
      )}
      <Stack sx={{ gap: 2 }}>
        <QuantityFields
          items={order.items}
          pieces={pieces}
          mostOf={(item) => item.quantity - item.refundedQuantity}
          onChange={setPieces}
        />
        <Button variant="text" onClick={everything} sx={{ alignSelf: "start" }}>
          {t`Refund everything`}
        </Button>
        <Divider />
        {shippingLeft > 0 && (
          <FormMoneyField
            control={control}
            name="shipping"
            label={t`Shipping`}
            currency={order.currency}
            required={false}
            help={t`Up to ${{ price: price(shippingLeft) }}`}
            check={atMost(shippingLeft)}
          />
        )}
        <FormMoneyField
          control={control}
          name="amount"
          label={t`Another amount`}
          currency={order.currency}
          required={false}
          help={t`Leave empty to refund exactly what was paid for the items above.`}
          check={atMost(refundable)}
        />
        <FormTextField
          control={control}
          name="reason"
          label={t`Reason`}
          help={t`Only visible to your team`}
          {...fieldRules(RefundBody.entries.reason)}
        />
        <FormSwitch control={control} name="restock" label={t`Restock the items`} />
        <FormSwitch control={control} name="notifyCustomer" label={t`Notify the customer by e-mail`} />
        <Typography variant="subtitle2" component="p" aria-live="polite">
          {t`${{ price: price(wanted) }} of ${{ price2: price(refundable) }} will be refunded`}
        </Typography>
      </Stack>
    </FormDialog>
  );
}
