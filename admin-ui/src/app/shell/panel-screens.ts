import { useLanguage } from "@/shared/i18n/use-language";
import { panelPath, useListPluginPanelsQuery } from "@/shared/plugins/panels-api";
import type { ScreenGroup } from "@/shared/screens/site-screens";
import { hasPermission, useWebsite, type Resource } from "@/shared/session/hooks";

/** Who may see none of these can open no panel. */
const data: readonly Resource[] = ["plugins", "products", "orders", "customers", "content"];

/** The groups of the sidebar, with the panels of plugins at the end of `Site`; their icon is that of all plugins. */
export function useWithPanels(groups: ScreenGroup[], all: readonly ScreenGroup[]): ScreenGroup[] {
  const website = useWebsite();
  const skip = !data.some((resource) => hasPermission(website, resource, "read"));
  const { data: panels } = useListPluginPanelsQuery({ websiteId: website.id, language: useLanguage() }, { skip });
  const screen = all.flatMap(({ screens }) => screens).find(({ path }) => path === "plugins");
  if (panels === undefined || panels.length === 0 || screen === undefined) return groups;
  const site = groups.find(({ label }) => label === screen.group);
  const own = panels.map((panel) => ({ ...screen, label: panel.title, path: panelPath(panel) }));
  const whole = { label: screen.group, screens: [...(site?.screens ?? []), ...own] };
  return [...groups.filter((group) => group !== site), whole];
}
