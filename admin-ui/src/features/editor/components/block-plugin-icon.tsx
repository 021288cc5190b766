import { useListQuotePluginsQuery } from "@/shared/plugins/api";
import { PluginIcon } from "@/shared/plugins/plugin-icon";
import { usePermission, useWebsite } from "@/shared/session/hooks";

/** The icon of the plugin that a block belongs to; a general one for people who may not see plugins. */
export function BlockPluginIcon({ pluginId }: { pluginId: string }) {
  const website = useWebsite();
  const skip = !usePermission("plugins", "read");
  const { data } = useListQuotePluginsQuery({ websiteId: website.id }, { skip });
  const plugin = data?.find(({ id }) => id === pluginId);
  return <PluginIcon plugin={plugin ?? { id: pluginId, digest: "", hasIcon: false }} size={48} />;
}
