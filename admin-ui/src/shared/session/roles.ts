import { t } from "@lingui/core/macro";

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
  {
    id: 1,
    get name() {
      return t`Administrator`;
    },
    get allows() {
      return t`Full access, including contributors and billing`;
    },
  },
  {
    id: 15,
    get name() {
      return t`Website manager`;
    },
    get allows() {
      return t`Everything except contributors, billing and domains`;
    },
  },
  {
    id: 4,
    get name() {
      return t`Editor`;
    },
    get allows() {
      return t`Pages, navigation, design, forms and comments`;
    },
  },
  {
    id: 8,
    get name() {
      return t`Store manager`;
    },
    get allows() {
      return t`Products, orders, customers, discounts, taxes and shipping`;
    },
  },
  {
    id: 2,
    get name() {
      return t`Billing`;
    },
    get allows() {
      return t`Plan and invoices`;
    },
  },
  {
    id: 3,
    get name() {
      return t`Reporting`;
    },
    get allows() {
      return t`Reports on visits and sales`;
    },
  },
  {
    id: 6,
    get name() {
      return t`Moderator`;
    },
    get allows() {
      return t`Comments from visitors`;
    },
  },
  {
    id: 7,
    get name() {
      return t`Commenter`;
    },
    get allows() {
      return t`Notes on drafts`;
    },
  },
  {
    id: 11,
    get name() {
      return t`Campaigns editor`;
    },
    get allows() {
      return t`Mailing lists and campaigns`;
    },
  },
  {
    id: 9,
    get name() {
      return t`Scheduling`;
    },
    get allows() {
      return t`Appointments and their settings`;
    },
  },
  {
    id: 13,
    get name() {
      return t`Scheduling editor`;
    },
    get allows() {
      return t`Appointments`;
    },
  },
  {
    id: 12,
    get name() {
      return t`Scheduling viewer`;
    },
    get allows() {
      return t`View appointments`;
    },
  },
  {
    id: 10,
    get name() {
      return t`Viewer`;
    },
    get allows() {
      return t`View the site before it is public`;
    },
  },
];

/** Role names in the order of the list. */
export function roleNames(ids: readonly number[]): string {
  const names = roles.filter((role) => ids.includes(role.id)).map((role) => role.name);
  return names.length === 0 ? t`No rights` : names.join(", ");
}
