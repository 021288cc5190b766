import { useSyncExternalStore } from "react";
import { i18n } from "./i18n";

const follow = (onChange: () => void) => i18n.on("change", onChange);

/** The language that is shown. */
export function useLanguage(): string {
  return useSyncExternalStore(follow, () => i18n.locale);
}
