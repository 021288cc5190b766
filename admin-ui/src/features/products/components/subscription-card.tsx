import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { Card } from "@/shared/ui/card";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import type { ProductRef } from "../api";
import { renewalsToCome } from "../limitations";
import {
  useGetSubscriptionPlanQuery,
  useRemoveSubscriptionPlanMutation,
  type SubscriptionPlan,
} from "../subscription-api";
import { SubscriptionDialog } from "./subscription-dialog";

interface SubscriptionCardProps {
  product: ProductRef;
  editable: boolean;
}

/** Subscription settings of a product. Changes apply immediately. */
export function SubscriptionCard({ product, editable }: SubscriptionCardProps) {
  const query = useGetSubscriptionPlanQuery(product, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<"edit" | "end" | null>(null);
  const plan = query.data;
  const label = plan === null ? t`Sell by subscription` : t`Change`;
  return (
    <Card
      title={t`Subscription`}
      action={editable && plan !== undefined && <Button onClick={() => setOpen("edit")}>{label}</Button>}
    >
      {query.isLoading && <LoadingRows rows={1} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {plan !== undefined && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {renewalsToCome()}
        </Alert>
      )}
      {plan === null && (
        <Typography variant="body2" color="textSecondary">
          {t`Sold as a one-time purchase. Add a plan to let customers subscribe.`}
        </Typography>
      )}
      {plan && (
        <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
          <Typography>{summaryOf(plan)}</Typography>
          {editable && (
            <Button color="error" size="small" onClick={() => setOpen("end")}>
              {t`Stop selling by subscription`}
            </Button>
          )}
        </Stack>
      )}
      {open === "edit" && <SubscriptionDialog product={product} plan={plan ?? null} onClose={() => setOpen(null)} />}
      {open === "end" && <EndDialog product={product} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function summaryOf({ words, soldOnce, percentageDiscount }: SubscriptionPlan): string {
  const paid = t`Paid ${words}`;
  if (!soldOnce) return t`${paid}, by subscription only.`;
  const saving = percentageDiscount === 0 ? "" : t`; subscribers save ${percentageDiscount}%`;
  return t`${paid}, or as a one-time purchase${saving}.`;
}

function EndDialog({ product, onClose }: { product: ProductRef; onClose: () => void }) {
  const toast = useToast();
  const [remove, { isLoading, error }] = useRemoveSubscriptionPlanMutation();
  const run = async () => {
    const answer = await remove(product);
    if (answer.error !== undefined) return;
    toast.success(t`The product is now a one-time purchase`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t`Stop selling by subscription?`}
      confirmLabel={t`Stop`}
      tone="error"
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {t`From now on, the product is sold as a one-time purchase. Existing orders keep their plan.`}
    </ConfirmDialog>
  );
}
