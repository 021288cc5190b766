import type { Version } from "../api";

const names: Readonly<Record<string, string>> = {
  "header.announcementBar": "announcement bar",
  "header.button": "button in the header",
  "header.layout": "layout of the header",
  "header.logo": "logo",
  "header.popupOverlay": "popup",
  "header.showAccountLogin": "link to the account",
  "header.showCart": "cart",
  "header.sticky": "header while scrolling",
  "footer.sections": "sections of the footer",
  "footer.showSocialLinks": "social links",
};

/** Text of a version's changes. */
export function versionText({ number, changes }: Pick<Version, "number" | "changes">): string {
  if (changes == null) return number === 1 ? "Original version" : "As it was at that time";
  if (changes.length === 0) return "Saved without changes";
  return `Changed ${changes.map((change) => names[change] ?? change).join(", ")}`;
}
