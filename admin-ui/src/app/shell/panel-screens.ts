import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useLanguage } from "@/shared/i18n/use-language";
import { panelPath, useListPluginPanelsQuery, type PluginPanel } from "@/shared/plugins/panels";
import type { Screen } from "@/shared/screens/screen";
import type { ScreenGroup } from "@/shared/screens/site-screens";
import { useWebsite } from "@/shared/session/hooks";

const screenOf = (panel: PluginPanel): Screen => ({
  group: "Site",
  order: 0,
  label: panel.title,
  path: panelPath(panel),
  icon: ExtensionOutlined,
});

/** The groups of the sidebar, with the panels of plugins at the end of the last one. */
export function useWithPanels(groups: ScreenGroup[]): ScreenGroup[] {
  const { id: websiteId } = useWebsite();
  const { data: panels = [] } = useListPluginPanelsQuery({ websiteId, language: useLanguage() });
  if (panels.length === 0) return groups;
  const site = groups.find(({ label }) => label === "Site") ?? { label: "Site" as const, screens: [] };
  const others = groups.filter((group) => group !== site);
  return [...others, { ...site, screens: [...site.screens, ...panels.map(screenOf)] }];
}
