import { useMatches } from "react-router";
import { hasPermission } from "../session/hooks";
import type { Website } from "../session/types";
import { groupLabels, type Creation, type FeatureScreens, type FurtherScreen, type Screen } from "./screen";

export interface ScreenGroup {
  /** Null for the entries above all groups. */
  label: Screen["group"];
  screens: readonly Screen[];
}

/** The screens of all features, in the order of the sidebar; stored in the `handle` of the site's route. */
interface SiteScreens {
  groups: readonly ScreenGroup[];
  further: readonly FurtherScreen[];
  creations: readonly Creation[];
}

function rank({ group, order }: Screen): number {
  return groupLabels.indexOf(group) * 1_000 + order;
}

/** Collects what features export. */
export function collectScreens(features: readonly FeatureScreens[]): SiteScreens {
  const first = ({ screens = [] }: FeatureScreens) => Math.min(Number.MAX_SAFE_INTEGER, ...screens.map(rank));
  const inOrder = [...features].sort((one, other) => first(one) - first(other));
  const screens = inOrder.flatMap(({ screens = [] }) => screens).sort((one, other) => rank(one) - rank(other));
  const above = ({ below }: FurtherScreen) => screens.findIndex(({ label }) => label === below);
  return {
    groups: groupLabels.map((label) => ({ label, screens: screens.filter(({ group }) => group === label) })),
    further: inOrder
      .flatMap(({ furtherScreens = [] }) => furtherScreens)
      .sort((one, other) => above(one) - above(other)),
    creations: inOrder.flatMap(({ creations = [] }) => creations),
  };
}

function hasScreens(handle: unknown): handle is { screens: SiteScreens } {
  return typeof handle === "object" && handle !== null && "screens" in handle;
}

/** The screens of all features. */
export function useSiteScreens(): SiteScreens {
  const found = useMatches().find(({ handle }) => hasScreens(handle));
  if (found === undefined || !hasScreens(found.handle)) throw new Error("no route above has screens");
  return found.handle.screens;
}

/** The screens that the user may see on the site, with their paths; empty groups are left out. */
export function screensOf(groups: readonly ScreenGroup[], website: Website): ScreenGroup[] {
  const isAllowed = ({ resource }: Screen) => resource === undefined || hasPermission(website, resource, "read");
  return groups
    .map(({ label, screens }) => ({
      label,
      screens: screens
        .filter(isAllowed)
        .map((screen) => ({ ...screen, path: screen.pathOn?.(website) ?? screen.path })),
    }))
    .filter(({ screens }) => screens.length > 0);
}
