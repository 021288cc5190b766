import { plural, t } from "@lingui/core/macro";
import type { SignUpGroup } from "./api";

export function groupName({ productName, variantDescription }: SignUpGroup): string {
  return variantDescription === "" ? productName : `${productName}, ${variantDescription}`;
}

/** Whether it is back in stock. */
export function isBack({ qtyInStock }: SignUpGroup): boolean {
  return qtyInStock == null || qtyInStock > 0;
}

export function waitingCount(groups: readonly SignUpGroup[]): number {
  return groups.reduce((sum, { signUpCount }) => sum + signUpCount, 0);
}

/** Text on the consequence of sending the e-mails. */
export function consequenceOf(groups: readonly SignUpGroup[]): string {
  const emails = plural(
    { waitingCount: waitingCount(groups) },
    { one: "# e-mail will be sent", other: "# e-mails will be sent" },
  );
  return t`${emails}. Notified customers are removed from the list.`;
}
