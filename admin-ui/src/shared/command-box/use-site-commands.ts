import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { furtherScreens } from "../screens/further-screens";
import { screensOf } from "../screens/screens";
import { hasPermission, useWebsite, useWebsites, type Resource } from "../session/hooks";
import { ownerRole } from "../session/roles";
import { useSignOut } from "../session/use-sign-out";
import type { Command } from "./command";

/** Objects that can be created from anywhere, with the screen that creates them. */
const creations = [
  {
    get title() {
      return t`New page`;
    },
    path: "pages?new=page",
    resource: "content",
  },
  {
    get title() {
      return t`New folder`;
    },
    path: "pages?new=folder",
    resource: "content",
  },
  {
    get title() {
      return t`New collection`;
    },
    path: "pages?new=blog",
    resource: "content",
    keywords: t`blog posts events`,
  },
  {
    get title() {
      return t`Add product`;
    },
    path: "products?new=product",
    resource: "products",
    keywords: t`new sell`,
  },
  {
    get title() {
      return t`New discount`;
    },
    path: "discounts/new",
    resource: "discounts-tax-shipping",
    keywords: t`coupon promo code`,
  },
  {
    get title() {
      return t`New price list`;
    },
    path: "price-lists/new",
    resource: "discounts-tax-shipping",
  },
  {
    get title() {
      return t`New shipping zone`;
    },
    path: "shipping/new",
    resource: "discounts-tax-shipping",
    keywords: t`delivery`,
  },
  {
    get title() {
      return t`New tax`;
    },
    path: "taxes/new",
    resource: "discounts-tax-shipping",
    keywords: t`vat gst`,
  },
] as const satisfies readonly { title: string; path: string; resource: Resource; keywords?: string }[];

/** Commands available on every screen of a site, and the screens themselves, filtered by permission. */
export function useSiteCommands(): Command[] {
  const website = useWebsite();
  const websites = useWebsites();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const go = (address: string) => () => void navigate(address);
  const base = `/sites/${website.id}`;
  const below = (path: string) => go(path === "" ? base : `${base}/${path}`);
  const isOwner = websites.some(({ roles }) => roles.includes(ownerRole));
  const group = t`Commands`;
  return [
    ...creations
      .filter(({ resource }) => hasPermission(website, resource, "write"))
      .map((creation): Command => ({ ...creation, id: `create ${creation.path}`, group, run: below(creation.path) })),
    {
      id: "view-site",
      title: t`View site`,
      group,
      keywords: t`visit open preview`,
      run: () => void window.open(website.url, "_blank", "noopener,noreferrer"),
    },
    ...websites
      .filter(({ id }) => id !== website.id)
      .map((other): Command => ({
        id: `site ${other.id}`,
        title: t`Switch to ${{ title: other.title }}`,
        detail: new URL(other.url).host,
        group,
        keywords: t`site`,
        run: go(`/sites/${other.id}`),
      })),
    ...(isOwner ? [{ id: "new-site", title: t`New site`, group, run: go("/new-site") }] : []),
    {
      id: "account",
      title: t`Your account`,
      group,
      keywords: t`profile password two-step sign-in`,
      run: go("/account"),
    },
    { id: "sign-out", title: t`Sign out`, group, keywords: t`log out logout`, run: () => void signOut() },
    ...screensOf(website).flatMap(({ label, screens }) =>
      screens.map((screen): Command => ({
        id: `screen ${screen.path}`,
        title: screen.label,
        group: t`Go to`,
        ...(label === null ? {} : { detail: label }),
        ...(screen.keywords === undefined ? {} : { keywords: screen.keywords }),
        run: below(screen.path),
      })),
    ),
    ...furtherScreens
      .filter(({ resource, action }) => hasPermission(website, resource, action ?? "read"))
      .map(({ label, path, below: above, keywords }): Command => ({
        id: `screen ${path}`,
        title: label,
        detail: above,
        group: t`Go to`,
        ...(keywords === undefined ? {} : { keywords }),
        run: below(path),
      })),
  ];
}
