import type { FieldPath } from "react-hook-form";
import { parseEmailAddresses, emailAddressesToText } from "@/shared/form/email-addresses";
import { momentToText, parseMoment } from "@/shared/i18n/local-time";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { parsePercent, percentToText } from "@/shared/money/percent";
import type { Discount, DiscountChange } from "../api";

/** Form state of a discount: amounts, counts and dates as text. */
export interface DiscountForm {
  label: string;
  automatic: boolean;
  code: string;
  kind: DiscountChange["kind"];
  percent: string;
  amount: string;
  appliesTo: DiscountChange["appliesTo"];
  products: string[];
  categories: string[];
  minimum: string;
  startsOn: string;
  endsOn: string;
  usageLimit: string;
  oncePerCustomer: boolean;
  named: boolean;
  customers: string;
  enabled: boolean;
}

export const emptyForm: DiscountForm = {
  label: "",
  automatic: false,
  code: "",
  kind: "percent",
  percent: "10",
  amount: "",
  appliesTo: "order",
  products: [],
  categories: [],
  minimum: "",
  startsOn: "",
  endsOn: "",
  usageLimit: "",
  oncePerCustomer: false,
  named: false,
  customers: "",
  enabled: true,
};

export function formOf(discount: Discount, currency: string): DiscountForm {
  const targets = discount.targetIds ?? [];
  const minimum = discount.minimumSubtotalCents ?? 0;
  return {
    label: discount.label,
    automatic: discount.code == null,
    code: discount.code ?? "",
    kind: discount.kind,
    percent: discount.kind === "percent" ? percentToText(discount.rateBasisPoints ?? 0) : "",
    amount: discount.kind === "amount" ? moneyToText(discount.amountCents ?? 0, currency) : "",
    appliesTo: discount.appliesTo,
    products: discount.appliesTo === "products" ? targets : [],
    categories: discount.appliesTo === "categories" ? targets : [],
    minimum: minimum === 0 ? "" : moneyToText(minimum, currency),
    startsOn: momentToText(discount.startsOn),
    endsOn: momentToText(discount.endsOn),
    usageLimit: discount.usageLimit == null ? "" : String(discount.usageLimit),
    oncePerCustomer: discount.oncePerCustomer ?? false,
    named: discount.customers != null,
    customers: emailAddressesToText(discount.customers ?? []),
    enabled: discount.enabled,
  };
}

function minorUnits(text: string, currency: string): number {
  const parsed = parseMoney(text.trim(), currency);
  return parsed.ok ? parsed.minor : 0;
}

/** The request body; the form has validated the amounts. */
export function changeOf(form: DiscountForm, currency: string): DiscountChange {
  const targets = { order: [], products: form.products, categories: form.categories };
  return {
    label: form.label.trim(),
    code: form.automatic ? null : form.code.trim(),
    kind: form.kind,
    rateBasisPoints: form.kind === "percent" ? (parsePercent(form.percent) ?? 0) : 0,
    amountCents: form.kind === "amount" ? minorUnits(form.amount, currency) : 0,
    appliesTo: form.appliesTo,
    targetIds: targets[form.appliesTo],
    minimumSubtotalCents: minorUnits(form.minimum, currency),
    startsOn: parseMoment(form.startsOn),
    endsOn: parseMoment(form.endsOn),
    usageLimit: form.usageLimit.trim() === "" ? null : Number(form.usageLimit),
    oncePerCustomer: form.oncePerCustomer,
    customers: form.named ? parseEmailAddresses(form.customers) : null,
    enabled: form.enabled,
  };
}

const fields: Record<string, FieldPath<DiscountForm>> = {
  label: "label",
  code: "code",
  rateBasisPoints: "percent",
  amountCents: "amount",
  minimumSubtotalCents: "minimum",
  startsOn: "startsOn",
  endsOn: "endsOn",
  usageLimit: "usageLimit",
  customers: "customers",
};

export function fieldOf(apiName: string, form: DiscountForm): FieldPath<DiscountForm> | null {
  if (apiName === "targetIds") return form.appliesTo === "categories" ? "categories" : "products";
  return fields[apiName] ?? null;
}
