import { t } from "@lingui/core/macro";
import { displayName } from "../i18n/format";
import { currencyDecimals, moneyToText } from "./money";

/** A currency by its code, such as "Euro (EUR)". */
export function currencyName(code: string): string {
  const name = displayName("currency", code);
  return name === code ? code : `${name} (${code})`;
}

/** Regions by supported currency. */
const regions: Record<string, string> = {
  EUR: "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT",
  USD: "AS EC GU MP PR SV US VI",
  AUD: "AU KI NR TV",
  NOK: "NO SJ",
  NZD: "NZ CK NU TK",
  DKK: "DK FO GL",
  GBP: "GB GG IM JE",
  CHF: "CH LI",
  CAD: "CA",
  HKD: "HK",
  MXN: "MX",
  SGD: "SG",
  SEK: "SE",
  CZK: "CZ",
  ILS: "IL",
  PHP: "PH",
  RUB: "RU",
  PLN: "PL",
  THB: "TH",
  MYR: "MY",
  ARS: "AR",
  BRL: "BR",
  COP: "CO",
  IDR: "ID",
  INR: "IN",
  ZAR: "ZA",
  JPY: "JP",
};

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}

/** The currency of a region in these language tags; null if none of the offered ones applies. */
export function proposedCurrency(languages: readonly string[], offered: readonly string[]): string | null {
  const region = languages.map(regionOf).find((found) => found !== undefined);
  const fitting = Object.entries(regions).find(
    ([code, places]) => region !== undefined && offered.includes(code) && places.split(" ").includes(region),
  );
  return fitting?.[0] ?? null;
}

/** Explains by example how amounts change with the currency of a shop. */
export function changedAmounts(from: string, to: string): string {
  if (currencyDecimals(from) !== currencyDecimals(to)) {
    return t`${from} and ${to} have different decimals, so this is only possible while the shop has no prices, delivery or discounts.`;
  }
  const text = moneyToText(19 * 10 ** currencyDecimals(from), from);
  return t`Amounts keep their numbers and are not converted: ${text} ${from} becomes ${text} ${to}.`;
}
