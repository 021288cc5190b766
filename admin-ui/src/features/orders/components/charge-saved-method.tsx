import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId, useState } from "react";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { uiLocale } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useChargeSavedMethodMutation, useListChargeableMethodsQuery, type ChargeableMethod, type Order } from "../api";

/** Charges a payment method that the customer has saved for an unpaid order; renders nothing where there is none. */
export function ChargeSavedMethod({ order }: { order: Order }) {
  const { id: websiteId } = useWebsite();
  const mayWrite = usePermission("orders", "write");
  const [isOpen, setOpen] = useState(false);
  const isUnpaid = order.paymentStatus === "AWAITING_PAYMENT" || order.paymentStatus === "FAILED";
  const isOffered = mayWrite && isUnpaid && order.fulfillmentStatus !== "CANCELED";
  const methods = useListChargeableMethodsQuery({ websiteId, orderId: order.id }, { skip: !isOffered });
  if (isOffered && methods.isError) {
    return (
      <Alert
        severity="warning"
        sx={{ mt: 1.5 }}
        action={
          <Button color="inherit" size="small" onClick={() => void methods.refetch()}>
            {t`Try again`}
          </Button>
        }
      >
        {t`The saved payment methods could not be loaded.`} {errorText(methods.error)}
      </Alert>
    );
  }
  const chargeable = isOffered ? (methods.data ?? []) : [];
  return (
    <>
      {chargeable.length > 0 && (
        <Button variant="outlined" sx={{ mt: 1.5, alignSelf: "start" }} onClick={() => setOpen(true)}>
          {t`Charge saved payment method`}
        </Button>
      )}
      {isOpen && <ChargeDialog order={order} methods={chargeable} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChargeDialogProps {
  order: Order;
  methods: ChargeableMethod[];
  onClose: () => void;
}

/** Mounted while it is open, so that each opening is a charge of its own with its own idempotency key. */
function ChargeDialog({ order, methods, onClose }: ChargeDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const label = useId();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState(methods[0]?.id);
  const [error, setError] = useState<string | null>(null);
  const [charge, { isLoading, isSuccess }] = useChargeSavedMethodMutation();
  const amount = formatMoney(order.grandTotalCents, order.currency, website.locale);
  const submit = async (savedMethodId: string) => {
    setError(null);
    const body = { idempotencyKey: `${key}-${savedMethodId}`, savedMethodId };
    const answer = await charge({ websiteId: website.id, orderId: order.id, charge: body });
    if (answer.error === undefined) {
      onClose();
      toast.success(outcomeText(answer.data));
      return;
    }
    setError(errorText(answer.error));
    // After a clear refusal, another try is another charge.
    if (isApiError(answer.error) && answer.error.kind === "problem") setKey(crypto.randomUUID());
  };
  if (methods.length === 0 && !isLoading && !isSuccess) return <NothingToCharge error={error} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Charge ${amount}?`}
      intro={t`The customer is not asked, so they must have agreed to such charges beforehand. They get the confirmation of the order by e-mail.`}
      error={error}
      submitLabel={t`Charge ${amount}`}
      busy={isLoading}
      incomplete={!methods.some(({ id }) => id === chosen)}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) void submit(chosen);
      }}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel id={label}>{t`Saved payment method`}</FormLabel>
        <RadioGroup
          aria-labelledby={label}
          value={chosen ?? ""}
          onChange={(_, id) => {
            setChosen(id);
            setError(null);
          }}
          sx={{ rowGap: 1 }}
        >
          {methods.map((method) => (
            <FormControlLabel key={method.id} value={method.id} control={<Radio />} label={nameOf(method)} />
          ))}
        </RadioGroup>
      </FormControl>
    </FormDialog>
  );
}

/** The order was paid, canceled or lost its last saved method meanwhile, perhaps in another tab. */
function NothingToCharge({ error, onClose }: { error: string | null; onClose: () => void }) {
  const title = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <DialogTitle id={title}>{t`Charge saved payment method`}</DialogTitle>
      <DialogContent>
        <Alert severity={error === null ? "info" : "error"}>
          {error ??
            t`The order can no longer be charged. It was paid or canceled, or the saved payment method was removed.`}
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function nameOf({ label, expiresOn }: ChargeableMethod): string {
  if (expiresOn == null) return label;
  // Cards say a month, which ends at its end in UTC.
  const month = new Intl.DateTimeFormat(uiLocale(), { month: "2-digit", year: "numeric", timeZone: "UTC" });
  return t`${label}, expires ${{ date: month.format(expiresOn) }}`;
}

function outcomeText(order: Order): string {
  switch (order.paymentStatus) {
    case "AUTHORIZED":
      return t`The payment was authorized. Capture it to receive the money.`;
    case "AWAITING_PAYMENT":
    case "FAILED":
      return t`The provider has not confirmed the charge yet. It is checked again automatically.`;
    default:
      return t`The order is paid.`;
  }
}
