import type { FieldPath } from "react-hook-form";
import { parseEmailAddresses, emailAddressesToText } from "@/shared/form/email-addresses";
import { momentToText, parseMoment } from "@/shared/i18n/local-time";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { parsePercent, percentToText } from "@/shared/money/percent";
import type { PriceList, PriceListChange } from "../api";

/** Form state of a price in the list. */
export interface OwnPriceForm {
  productId: string;
  /** Empty for all variants. */
  variantId: string;
  productName: string;
  /** Empty for all variants. */
  variantText: string;
  price: string;
}

/** Form state of a price list: amounts, e-mail addresses and dates as text. */
export interface PriceListForm {
  name: string;
  enabled: boolean;
  startsOn: string;
  endsOn: string;
  audience: PriceListChange["audience"];
  customers: string;
  percent: string;
  prices: OwnPriceForm[];
}

export const emptyForm: PriceListForm = {
  name: "",
  enabled: true,
  startsOn: "",
  endsOn: "",
  audience: "named",
  customers: "",
  percent: "",
  prices: [],
};

export function formOf(list: PriceList, currency: string): PriceListForm {
  return {
    name: list.name,
    enabled: list.enabled,
    startsOn: momentToText(list.startsOn),
    endsOn: momentToText(list.endsOn),
    audience: list.audience,
    customers: emailAddressesToText(list.customers),
    percent: list.rateBasisPoints === 0 ? "" : percentToText(list.rateBasisPoints),
    prices: list.prices.map(({ productId, variantId, productName, variantText, priceCents }) => ({
      productId,
      variantId: variantId ?? "",
      productName,
      variantText: variantText ?? "",
      price: moneyToText(priceCents, currency),
    })),
  };
}

/** The request body; the form has validated the amounts. */
export function changeOf(form: PriceListForm, currency: string): PriceListChange {
  return {
    name: form.name.trim(),
    enabled: form.enabled,
    startsOn: parseMoment(form.startsOn),
    endsOn: parseMoment(form.endsOn),
    audience: form.audience,
    customers: form.audience === "named" ? parseEmailAddresses(form.customers) : [],
    rateBasisPoints: parsePercent(form.percent) ?? 0,
    prices: form.prices.map(({ productId, variantId, price }) => {
      const parsed = parseMoney(price.trim(), currency);
      return { productId, variantId: variantId === "" ? null : variantId, priceCents: parsed.ok ? parsed.minor : 0 };
    }),
  };
}

const fields: Record<string, FieldPath<PriceListForm>> = {
  name: "name",
  startsOn: "startsOn",
  endsOn: "endsOn",
  customers: "customers",
  rateBasisPoints: "percent",
};

export function fieldOf(apiName: string): FieldPath<PriceListForm> | null {
  return fields[apiName] ?? null;
}
