import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import type { ProductRef } from "../api";
import { useGetDonationTermsQuery, useRemoveDonationTermsMutation, type DonationTerms } from "../donation-api";
import { DonationDialog } from "./donation-dialog";

interface DonationCardProps {
  product: ProductRef;
  currency: string;
  editable: boolean;
}

/** Donation settings of a product. Changes apply immediately. */
export function DonationCard({ product, currency, editable }: DonationCardProps) {
  const { locale } = useWebsite();
  const query = useGetDonationTermsQuery(product, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<"edit" | "end" | null>(null);
  const terms = query.data;
  const label = terms === null ? t`Accept donations` : t`Change`;
  return (
    <Card
      title={t`Donations`}
      action={editable && terms !== undefined && <Button onClick={() => setOpen("edit")}>{label}</Button>}
    >
      {query.isLoading && <LoadingRows rows={1} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {terms === null && (
        <Typography variant="body2" color="textSecondary">
          {t`Sold at its price. Accept donations instead to let people choose the amount they give.`}
        </Typography>
      )}
      {terms && (
        <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
          <Typography>{summaryOf(terms, (cents) => formatMoney(cents, currency, locale))}</Typography>
          {editable && (
            <Button color="error" size="small" onClick={() => setOpen("end")}>
              {t`Stop accepting donations`}
            </Button>
          )}
        </Stack>
      )}
      {open === "edit" && (
        <DonationDialog product={product} currency={currency} terms={terms ?? null} onClose={() => setOpen(null)} />
      )}
      {open === "end" && <EndDialog product={product} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function summaryOf(terms: DonationTerms, print: (cents: number) => string): string {
  const suggested = terms.suggestedCents.map(print).join(", ");
  const own = t`${{ from: print(terms.leastCents) }} to ${{ to: print(terms.mostCents) }}`;
  if (!terms.takesOther) return suggested;
  return suggested === "" ? t`Any amount from ${own}` : t`${suggested}, or any amount from ${own}`;
}

function EndDialog({ product, onClose }: { product: ProductRef; onClose: () => void }) {
  const toast = useToast();
  const [remove, { isLoading, error }] = useRemoveDonationTermsMutation();
  const run = async () => {
    const answer = await remove(product);
    if (answer.error !== undefined) return;
    toast.success(t`The product is sold at its price`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t`Stop accepting donations?`}
      confirmLabel={t`Stop`}
      tone="error"
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {t`The product is sold at its price from now on. Existing donations do not change.`}
    </ConfirmDialog>
  );
}
