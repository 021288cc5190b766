import { formatCount } from "@/shared/i18n/format";
import type { SignUpGroup } from "./api";

/** The product with what is chosen of it. */
export function groupName({ productName, variantDescription }: SignUpGroup): string {
  return variantDescription === "" ? productName : `${productName}, ${variantDescription}`;
}

/** Whether there is something to tell. */
export function isBack({ qtyInStock }: SignUpGroup): boolean {
  return qtyInStock == null || qtyInStock > 0;
}

export function waitingCount(groups: readonly SignUpGroup[]): number {
  return groups.reduce((sum, { signUpCount }) => sum + signUpCount, 0);
}

/** What follows when the letters go out. */
export function consequenceOf(groups: readonly SignUpGroup[]): string {
  const letters = formatCount(waitingCount(groups), "letter goes out", "letters go out");
  return `${letters}. Whoever gets one is off the list.`;
}
