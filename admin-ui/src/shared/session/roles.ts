/** A role on a site, with the server's number. */
export interface Role {
  id: number;
  name: string;
  /** Summary of its permissions. */
  allows: string;
}

/** Role of the site's owner. */
export const ownerRole = 1;

/** Assignable roles, most permissions first. */
export const roles: readonly Role[] = [
  { id: 1, name: "Administrator", allows: "Full access, including contributors and billing" },
  { id: 15, name: "Website manager", allows: "Everything except contributors, billing and domains" },
  { id: 4, name: "Editor", allows: "Pages, navigation, design, forms and comments" },
  { id: 8, name: "Store manager", allows: "Products, orders, customers, discounts, taxes and shipping" },
  { id: 2, name: "Billing", allows: "Plan and invoices" },
  { id: 3, name: "Reporting", allows: "Reports on visits and sales" },
  { id: 6, name: "Moderator", allows: "Comments from visitors" },
  { id: 7, name: "Commenter", allows: "Notes on drafts" },
  { id: 11, name: "Campaigns editor", allows: "Mailing lists and campaigns" },
  { id: 9, name: "Scheduling", allows: "Appointments and their settings" },
  { id: 13, name: "Scheduling editor", allows: "Appointments" },
  { id: 12, name: "Scheduling viewer", allows: "View appointments" },
  { id: 10, name: "Viewer", allows: "View the site before it is public" },
];

/** Role names in the order of the list. */
export function roleNames(ids: readonly number[]): string {
  const names = roles.filter((role) => ids.includes(role.id)).map((role) => role.name);
  return names.length === 0 ? "No rights" : names.join(", ");
}
