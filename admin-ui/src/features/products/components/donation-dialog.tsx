import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { problemCode } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormMoneyField, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { useToast } from "@/shared/ui/toast";
import type { ProductRef } from "../api";
import { useSaveDonationTermsMutation, type DonationTerms, type TermsChange } from "../donation-api";

interface Form {
  suggested: string;
  takesOther: boolean;
  least: string;
  most: string;
}

const fields: Record<string, keyof Form> = { suggestedCents: "suggested", leastCents: "least", mostCents: "most" };

function formOf(terms: DonationTerms | null, currency: string): Form {
  const text = (cents: number) => moneyToText(cents, currency);
  return {
    suggested: (terms?.suggestedCents ?? [1_000, 2_500, 5_000]).map(text).join("\n"),
    takesOther: terms?.takesOther ?? true,
    least: text(terms?.leastCents ?? 500),
    most: text(terms?.mostCents ?? 100_000),
  };
}

/** Parses amounts, one per line. */
function amountsOf(text: string, currency: string) {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => parseMoney(line, currency));
}

function changeOf(form: Form, terms: DonationTerms | null, currency: string): TermsChange {
  const cents = (text: string) => amountsOf(text, currency).flatMap((read) => (read.ok ? [read.minor] : []));
  return {
    suggestedCents: cents(form.suggested),
    takesOther: form.takesOther,
    leastCents: cents(form.least)[0] ?? 0,
    mostCents: cents(form.most)[0] ?? 0,
    revision: terms?.revision ?? 0,
  };
}

interface DonationDialogProps {
  product: ProductRef;
  currency: string;
  terms: DonationTerms | null;
  onClose: () => void;
}

/** Donation settings of a product. */
export function DonationDialog({ product, currency, terms, onClose }: DonationDialogProps) {
  const toast = useToast();
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveDonationTermsMutation();
  const form = useForm<Form>({ defaultValues: formOf(terms, currency) });
  const { control, handleSubmit, setError: setFieldError } = form;
  const submit = handleSubmit(async (values) => {
    setError(null);
    const answer = await save({ ...product, change: changeOf(values, terms, currency) });
    if (answer.error !== undefined) {
      setError(
        problemCode(answer.error) === "revision-stale"
          ? t`Someone else has changed this in the meantime. Close this dialog to see their changes.`
          : applyProblem(answer.error, { setError: setFieldError, fieldOf: (name) => fields[name] ?? null }),
      );
      return;
    }
    toast.success(t`Donations saved`);
    onClose();
  });
  const amounts = {
    validate: (text: unknown) => {
      const wrong = amountsOf(String(text), currency).find((read) => !read.ok);
      return wrong === undefined || wrong.ok || wrong.message;
    },
  };
  return (
    <FormDialog
      title={t`Accept donations`}
      intro={t`People give an amount instead of paying the price. Taxes and discounts do not apply.`}
      error={error}
      width="sm"
      submitLabel={t`Save`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormTextField
          control={control}
          name="suggested"
          label={t`Suggested amounts, ${currency}`}
          help={t`One per line`}
          rows={3}
          rules={amounts}
        />
        <FormSwitch control={control} name="takesOther" label={t`Allow custom amounts`} />
        <Stack direction="row" sx={{ gap: 2, "& > *": { flex: 1 } }}>
          <FormMoneyField control={control} name="least" label={t`Minimum amount`} currency={currency} required />
          <FormMoneyField control={control} name="most" label={t`Maximum amount`} currency={currency} required />
        </Stack>
      </Stack>
    </FormDialog>
  );
}
