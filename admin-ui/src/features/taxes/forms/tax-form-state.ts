import type { FieldPath } from "react-hook-form";
import { momentToText, parseMoment } from "@/shared/i18n/local-time";
import { everywhere } from "@/shared/i18n/countries";
import { parsePercent, percentToText } from "@/shared/money/percent";
import type { Tax, TaxChange } from "../api";

/** Form state of a tax: rate and dates as text. */
export interface TaxForm {
  label: string;
  country: string;
  region: string;
  postalPrefix: string;
  percent: string;
  onShipping: boolean;
  validFrom: string;
  validUntil: string;
}

export const emptyForm: TaxForm = {
  label: "",
  country: everywhere,
  region: "",
  postalPrefix: "",
  percent: "",
  onShipping: false,
  validFrom: "",
  validUntil: "",
};

export function formOf(tax: Tax): TaxForm {
  return {
    label: tax.label,
    country: tax.country,
    region: tax.region ?? "",
    postalPrefix: tax.postalPrefix ?? "",
    percent: percentToText(tax.rateBasisPoints),
    onShipping: tax.onShipping ?? false,
    validFrom: momentToText(tax.validFrom),
    validUntil: momentToText(tax.validUntil),
  };
}

/** The request body; the form has validated the rate. */
export function changeOf(form: TaxForm): TaxChange {
  const isEverywhere = form.country === everywhere;
  return {
    label: form.label.trim(),
    country: form.country,
    region: isEverywhere ? "" : form.region.trim(),
    postalPrefix: isEverywhere ? "" : form.postalPrefix.trim(),
    rateBasisPoints: parsePercent(form.percent) ?? 0,
    onShipping: form.onShipping,
    validFrom: parseMoment(form.validFrom),
    validUntil: parseMoment(form.validUntil),
  };
}

const plainFields = ["label", "country", "region", "postalPrefix", "onShipping", "validFrom", "validUntil"] as const;

export function fieldOf(apiName: string): FieldPath<TaxForm> | null {
  if (apiName === "rateBasisPoints") return "percent";
  return plainFields.find((field) => field === apiName) ?? null;
}
