import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { matchPath, useLocation } from "react-router";
import { WaitingBadge } from "@/features/comments/components/waiting-badge";
import { SearchButton } from "@/shared/command-box/search-button";
import { groupTexts, type Screen } from "@/shared/screens/screen";
import { screensOf, useSiteScreens } from "@/shared/screens/site-screens";
import { useAccount, useWebsite } from "@/shared/session/hooks";
import { AccountMenu } from "./account-menu";
import { useGroupOverrides } from "./open-groups";
import { useWithPanels } from "./panel-screens";
import { SidebarEntry } from "./sidebar-entry";
import { SidebarGroup } from "./sidebar-group";
import { SiteSwitcher } from "./site-switcher";

/** Pending-count badges by screen path. */
const badges: Readonly<Record<string, ComponentType>> = { comments: WaitingBadge };

/** This many lines fit on most screens: with no more than that, no group is collapsed by default. */
const fewScreens = 12;
/** Groups that are expanded by default. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- ids
const openAtFirst = ["Website", "Selling"];

function isAt(pathname: string, base: string, { path, covers = [] }: Screen): boolean {
  // The plan page is below the settings path but has its own entry.
  const isExact = path === "" || (path === "settings" && pathname.startsWith(`${base}/settings/billing/`));
  return [path, ...covers].some((one) => matchPath({ path: `${base}/${one}`, end: isExact }, pathname) !== null);
}

export function Sidebar({ onSearch }: { onSearch: () => void }) {
  return (
    <Stack sx={{ height: "100%" }}>
      <Stack sx={{ p: 1.5, gap: 1 }}>
        <SiteSwitcher />
        <SearchButton onClick={onSearch} />
      </Stack>
      <ScreenList />
      <Box sx={{ p: 1.5, borderTop: 1, borderColor: "divider" }}>
        <AccountMenu />
      </Box>
    </Stack>
  );
}

/** The screens of the site. The group of the current screen is expanded; the state of the others is stored. */
function ScreenList() {
  const website = useWebsite();
  const account = useAccount();
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const base = `/sites/${website.id}`;
  const all = useSiteScreens().groups;
  const groups = useWithPanels(screensOf(all, website), all);
  const here = groups.find(({ screens }) => screens.some((screen) => isAt(pathname, base, screen)))?.label ?? null;
  const [chosen, choose] = useGroupOverrides(account?.id ?? "");
  // Group collapsed while one of its screens is shown; it expands again on the next visit.
  const [foldedHere, setFoldedHere] = useState<string | null>(null);
  if (foldedHere !== null && foldedHere !== here) setFoldedHere(null);
  useEffect(() => {
    // On a low screen the current entry may be scrolled out of view.
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const isShort = groups.reduce((sum, { screens }) => sum + screens.length, 0) <= fewScreens;
  const isOpen = (group: string) =>
    group === here ? foldedHere !== group : (chosen[group] ?? (isShort || openAtFirst.includes(group)));
  const toggle = (group: string) => {
    const opens = !isOpen(group);
    if (group === here) setFoldedHere(opens ? null : group);
    choose(group, opens);
  };
  return (
    <Box ref={list} component="nav" aria-label={t`Site`} sx={{ flex: 1, overflowY: "auto", px: 1.5, pb: 2 }}>
      {groups.map(({ label, screens }) => {
        const entries = (
          <List disablePadding>
            {screens.map((screen) => (
              <SidebarEntry
                key={screen.path}
                screen={screen}
                address={screen.path === "" ? base : `${base}/${screen.path}`}
                isHere={isAt(pathname, base, screen)}
                badge={badges[screen.path]}
              />
            ))}
          </List>
        );
        if (label === null)
          return (
            <Box key="" sx={{ mb: 1 }}>
              {entries}
            </Box>
          );
        return (
          <SidebarGroup
            key={label}
            label={groupTexts[label]}
            isOpen={isOpen(label)}
            badges={screens.flatMap(({ path }) => badges[path] ?? [])}
            onToggle={() => toggle(label)}
          >
            {entries}
          </SidebarGroup>
        );
      })}
    </Box>
  );
}
