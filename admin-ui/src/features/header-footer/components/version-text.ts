import type { Version } from "../api";
import { t } from "@lingui/core/macro";

const names: Readonly<Record<string, string>> = {
  get "header.announcementBar"() {
    return t`announcement bar`;
  },
  get "header.button"() {
    return t`button in the header`;
  },
  get "header.layout"() {
    return t`layout of the header`;
  },
  get "header.languageSwitch"() {
    return t`place of the links to other languages`;
  },
  get "header.logo"() {
    return t`logo`;
  },
  get "header.popupOverlay"() {
    return t`popup`;
  },
  get "header.showAccountLogin"() {
    return t`link to the account`;
  },
  get "header.showCart"() {
    return t`cart`;
  },
  get "header.sticky"() {
    return t`header while scrolling`;
  },
  get "footer.sections"() {
    return t`sections of the footer`;
  },
  get "footer.showSocialLinks"() {
    return t`social links`;
  },
};

/** Text of a version's changes. */
export function versionText({ number, changes }: Pick<Version, "number" | "changes">): string {
  if (changes == null) return number === 1 ? t`Original version` : t`As it was at that time`;
  if (changes.length === 0) return t`Saved without changes`;
  return t`Changed ${{ parts: changes.map((change) => names[change] ?? change).join(", ") }}`;
}
