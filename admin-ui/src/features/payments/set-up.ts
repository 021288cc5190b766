import { settingFields } from "@/shared/plugins/setting-fields";
import type { Provider } from "./api";

/** Whether a provider has settings to enter here; its secrets are entered on its own page. */
export function hasSettings({ settingsSchema }: Pick<Provider, "settingsSchema">): boolean {
  return settingFields(settingsSchema).length > 0;
}

/** Whether a provider that has settings was configured. */
export function isSetUp(provider: Pick<Provider, "settingsSchema" | "settings">): boolean {
  return !hasSettings(provider) || Object.keys(provider.settings).length > 0;
}
