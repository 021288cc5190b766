import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useLanguage } from "@/shared/i18n/use-language";
import { panelPath, useListPluginPanelsQuery, type PluginPanel } from "@/shared/plugins/panels-api";
import type { Screen } from "@/shared/screens/screen";
import type { ScreenGroup } from "@/shared/screens/site-screens";
import { hasPermission, useWebsite, type Resource } from "@/shared/session/hooks";

/** Who may see none of these can open no panel. */
const data: readonly Resource[] = ["plugins", "products", "orders", "customers", "content"];

const screenOf = (panel: PluginPanel): Screen => ({
  group: "Site",
  order: 0,
  label: panel.title,
  path: panelPath(panel),
  icon: ExtensionOutlined,
});

/** The groups of the sidebar, with the panels of plugins at the end of the last one. */
export function useWithPanels(groups: ScreenGroup[]): ScreenGroup[] {
  const website = useWebsite();
  const skip = !data.some((resource) => hasPermission(website, resource, "read"));
  const asked = { websiteId: website.id, language: useLanguage() };
  const { data: panels = [] } = useListPluginPanelsQuery(asked, { skip });
  if (panels.length === 0) return groups;
  const site = groups.find(({ label }) => label === "Site") ?? { label: "Site" as const, screens: [] };
  const others = groups.filter((group) => group !== site);
  return [...others, { ...site, screens: [...site.screens, ...panels.map(screenOf)] }];
}
