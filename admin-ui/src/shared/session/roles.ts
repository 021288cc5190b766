/** A role that people hold on a site, as the server numbers it. */
export interface Role {
  id: number;
  name: string;
  /** What it allows, in a few words. */
  allows: string;
}

/** The role of who owns a site. */
export const ownerRole = 1;

/** The roles that can be given, the widest first. */
export const roles: readonly Role[] = [
  { id: 1, name: "Administrator", allows: "Everything, also people and billing" },
  { id: 15, name: "Website manager", allows: "Everything but people, billing and domains" },
  { id: 4, name: "Editor", allows: "Pages, navigation, design, forms and comments" },
  { id: 8, name: "Store manager", allows: "Products, orders, customers, discounts, taxes and shipping" },
  { id: 2, name: "Billing", allows: "Plan and invoices" },
  { id: 3, name: "Reporting", allows: "Figures of visits and sales" },
  { id: 6, name: "Moderator", allows: "Comments of visitors" },
  { id: 7, name: "Commenter", allows: "Notes on drafts" },
  { id: 11, name: "Campaigns editor", allows: "Mailing lists and campaigns" },
  { id: 9, name: "Scheduling", allows: "Appointments and their settings" },
  { id: 13, name: "Scheduling editor", allows: "Appointments" },
  { id: 12, name: "Scheduling viewer", allows: "Looking at appointments" },
  { id: 10, name: "Viewer", allows: "Looking at the site before it is public" },
];

/** What roles are called, in the order of the list. */
export function roleNames(ids: readonly number[]): string {
  const names = roles.filter((role) => ids.includes(role.id)).map((role) => role.name);
  return names.length === 0 ? "No rights" : names.join(", ");
}
