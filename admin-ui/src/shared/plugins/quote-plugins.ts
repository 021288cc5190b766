import { t } from "@lingui/core/macro";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useListQuotePluginsQuery } from "./api";

/**
 * The plugins of a kind that are switched on, as choices. The one in use is always a choice, even if it is gone or may
 * not be seen.
 */
export function useQuotePlugins(kind: "shipping-provider" | "tax-provider", used: string) {
  const website = useWebsite();
  const skip = !usePermission("plugins", "read");
  const { data = [] } = useListQuotePluginsQuery({ websiteId: website.id }, { skip });
  const choices = data
    .filter((plugin) => plugin.enabled && plugin.kinds.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  if (used === "" || choices.some(({ value }) => value === used)) return choices;
  const known = data.find(({ id }) => id === used);
  const label = known === undefined ? used : t`${{ plugin: known.name }} (switched off)`;
  return [...choices, { value: used, label }];
}
