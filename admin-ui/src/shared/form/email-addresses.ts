import { t } from "@lingui/core/macro";
import { uiLocale } from "../i18n/format";
import { PriceListBody } from "@stoa/api/rules";
import { maxOf } from "./field-rules";

/** E-mail addresses from typed or pasted text, separated by line breaks or commas. */
export function parseEmailAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== "");
}

/** E-mail addresses for the field, one per line. */
export function emailAddressesToText(addresses: readonly string[]): string {
  return addresses.join("\n");
}

/** Whether a text is a valid e-mail address by the server's rules. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

const most = maxOf(PriceListBody.entries.customers);

/** Validates e-mail addresses of customers; true if valid, else the error message. */
export function validateEmailAddresses(text: string): true | string {
  const addresses = parseEmailAddresses(text);
  if (addresses.length === 0) return t`Enter the email address of at least one customer.`;
  if (addresses.length > most) return t`Enter at most ${{ most: most.toLocaleString(uiLocale()) }} customers.`;
  const wrong = addresses.find((address) => !isEmailAddress(address));
  return wrong === undefined || t`“${wrong}” is not an email address.`;
}
