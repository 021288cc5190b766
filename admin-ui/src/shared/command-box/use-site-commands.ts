import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { groupTexts } from "../screens/screen";
import { screensOf, useSiteScreens } from "../screens/site-screens";
import { hasPermission, useWebsite, useWebsites } from "../session/hooks";
import { ownerRole } from "../session/roles";
import { useSignOut } from "../session/use-sign-out";
import type { Command } from "./command";

/** Commands available on every screen of a site, and the screens themselves, filtered by permission. */
export function useSiteCommands(): Command[] {
  const website = useWebsite();
  const { groups, further, creations } = useSiteScreens();
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
      .map(({ title, path, keywords }): Command => ({
        id: `create ${path}`,
        title,
        group,
        ...(keywords === undefined ? {} : { keywords }),
        run: below(path),
      })),
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
    ...screensOf(groups, website).flatMap(({ label, screens }) =>
      screens.map((screen): Command => ({
        id: `screen ${screen.path}`,
        title: screen.label,
        group: t`Go to`,
        ...(label === null ? {} : { detail: groupTexts[label] }),
        ...(screen.keywords === undefined ? {} : { keywords: screen.keywords }),
        run: below(screen.path),
      })),
    ),
    ...further
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
