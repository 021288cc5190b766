import { t } from "@lingui/core/macro";
import { displayName } from "@/shared/i18n/format";
import type { Dimension } from "./api";

export function dimensionLabel(dimension: Dimension): string {
  switch (dimension) {
    case "source":
      return t`Traffic source`;
    case "medium":
      return t`Channel`;
    case "campaign":
      return t`Campaign`;
    case "term":
      return t`Campaign term`;
    case "content":
      return t`Campaign content`;
    case "page":
      return t`Page`;
    case "entry":
      return t`Entry page`;
    case "exit":
      return t`Exit page`;
    case "country":
      return t`Country`;
    case "language":
      return t`Language`;
    case "device":
      return t`Device`;
    case "browser":
      return t`Browser`;
    case "os":
      return t`Operating system`;
  }
}

function mediumText(value: string): string {
  switch (value) {
    case "direct":
      return t`Direct`;
    case "organic":
      return t`Search engines`;
    case "referral":
      return t`Other websites`;
    case "social":
      return t`Social networks`;
    case "email":
      return t`E-mail`;
    case "cpc":
      return t`Paid advertising`;
    case "display":
      return t`Banner advertising`;
    case "affiliate":
      return t`Affiliates`;
    case "ai":
      return t`AI assistants`;
    case "other":
      return t`Other`;
    default:
      return value;
  }
}

function deviceText(value: string): string {
  switch (value) {
    case "desktop":
      return t`Desktop`;
    case "mobile":
      return t`Mobile`;
    case "tablet":
      return t`Tablet`;
    default:
      return value;
  }
}

/** Name of a code; the code itself where it is none. */
function nameOf(type: "region" | "language", code: string): string {
  try {
    return displayName(type, code);
  } catch {
    return code;
  }
}

/** Sum of the values that are too rare to be kept by themselves; visits cannot be filtered by it. */
export const rareValues = "(other)";

/** A value of a dimension as people read it. */
export function valueText(dimension: Dimension, value: string): string {
  if (value === rareValues) return t`Other`;
  if (value === "") return dimension === "source" ? t`Direct` : t`Unknown`;
  switch (dimension) {
    case "medium":
      return mediumText(value);
    case "device":
      return deviceText(value);
    case "country":
      return nameOf("region", value);
    case "language":
      return nameOf("language", value);
    default:
      return value;
  }
}

/** A filter as people read it. */
export function filterText(dimension: Dimension, value: string): string {
  return t`${{ dimension: dimensionLabel(dimension) }}: ${{ value: valueText(dimension, value) }}`;
}
