import { t } from "@lingui/core/macro";
import { breachOf, limitsOf, type Breach, type Limits, type Rule } from "@stoa/api/rule";
import { formatNumber } from "../i18n/format";

/** What a field says when its value breaks a rule. */
interface FieldWords {
  /** If the field is empty. */
  missing?: string;
  /** If the text cannot be read, or has the wrong form. */
  wrong?: string | ((limits: Limits) => string);
  /** If a number is out of range; `wrong` by default. */
  outside?: string | ((limits: Limits) => string);
}

interface FieldOptions extends FieldWords {
  /** What is sent for the typed text; undefined if it cannot be read. By default the trimmed text or the number. */
  sent?: (text: string) => unknown;
  /** Whether it may be empty; by default if the member may be left out. */
  mayBeEmpty?: boolean;
  /** Whether spaces at both ends count, as in passwords. */
  isVerbatim?: boolean;
}

/** Props of a text field; to be spread into `FormTextField`. */
interface FieldRules {
  maxLength?: number;
  rules: { validate: (value: unknown) => true | string };
}

/** The words of all fields that have none of their own. */
const words = {
  get missing() {
    return t`Enter a text.`;
  },
  tooLong: ({ max = 0 }: Limits) => t`At most ${{ count: formatNumber(max) }} characters`,
  tooShort: ({ min = 0 }: Limits) => t`At least ${{ count: formatNumber(min) }} characters`,
  get wrongText() {
    return t`This has the wrong form`;
  },
  wrongNumber: ({ isWhole }: Limits) => (isWhole ? t`Enter a whole number` : t`Enter a number`),
  outside: ({ isWhole, min, max }: Limits) => {
    const from = formatNumber(min ?? 0);
    if (max === undefined) return isWhole ? t`Enter a whole number from ${from}` : t`Enter a number from ${from}`;
    const to = formatNumber(max);
    return isWhole ? t`Enter a whole number from ${from} to ${to}.` : t`Enter a number from ${from} to ${to}.`;
  },
};

const said = (text: string | ((limits: Limits) => string), limits: Limits) =>
  typeof text === "string" ? text : text(limits);

/** A typed number; undefined if it is none. */
function parseNumber(text: string, isWhole: boolean): number | undefined {
  const form = isWhole ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}([.,]\d+)?$/;
  return form.test(text) ? Number(text.replace(",", ".")) : undefined;
}

function textOf(breach: Breach, limits: Limits, options: FieldOptions): string {
  const wrong = options.wrong ?? (limits.kind === "number" ? words.wrongNumber : words.wrongText);
  if (breach === "wrong") return said(wrong, limits);
  if (limits.kind === "number") return said(options.outside ?? options.wrong ?? words.outside, limits);
  return breach === "too-large" ? words.tooLong(limits) : words.tooShort(limits);
}

/**
 * Checks a text field against the rule of what it sends. The rule comes from the API document, the words are ours:
 * `fieldRules(DiscountBody.entries.label, { missing: "Enter a name" })`.
 */
export function fieldRules(rule: Rule, options: FieldOptions = {}): FieldRules {
  const limits = limitsOf(rule);
  const { sent = (text: string) => (limits.kind === "number" ? parseNumber(text, limits.isWhole) : text) } = options;
  const validate = (value: unknown): true | string => {
    const typed = String(value ?? "");
    const text = options.isVerbatim === true ? typed : typed.trim();
    if (text === "") {
      const isFine = options.mayBeEmpty ?? (limits.isOptional || (limits.kind === "text" && (limits.min ?? 0) === 0));
      if (isFine && options.missing === undefined) return true;
      return options.missing ?? (limits.kind === "number" ? textOf("wrong", limits, options) : words.missing);
    }
    const breach = breachOf(rule, sent(text) ?? NaN);
    return breach === null || textOf(breach, limits, options);
  };
  const isText = limits.kind === "text" && limits.max !== undefined;
  return { ...(isText ? { maxLength: limits.max as number } : {}), rules: { validate } };
}

/** The greatest length that a rule allows: for the `maxLength` of an input, or the number of entries of a list. */
export function maxOf(rule: Rule): number {
  const { max } = limitsOf(rule);
  if (max === undefined) throw new TypeError("the rule has no greatest length");
  return max;
}

/** The range that a rule allows, for the help of a field: "1 to 60". */
export function rangeOf(rule: Rule): string {
  return t`${{ from: formatNumber(limitsOf(rule).min ?? 0) }} to ${{ to: formatNumber(maxOf(rule)) }}`;
}

/** For a field that only must not be empty, since several members are made from it. */
export function filled(message: string): FieldRules {
  return { rules: { validate: (value) => String(value ?? "").trim() !== "" || message } };
}
