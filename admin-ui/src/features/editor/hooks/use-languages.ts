import { createContext, useContext } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { useListSiteLanguagesQuery, type SiteLanguage } from "../api";

/** The language in which the page is shown, read-only; null while the page with all its blocks is edited. */
interface LanguageView {
  language: string | null;
  show: (language: string | null) => void;
}

export const LanguageViewContext = createContext<LanguageView>({ language: null, show: () => undefined });

export function useLanguageView(): LanguageView {
  return useContext(LanguageViewContext);
}

const none: SiteLanguage[] = [];

/** The languages of the site, the primary one first; empty if there is only that one, and until they are known. */
export function useSiteLanguages(): SiteLanguage[] {
  const { data = none } = useListSiteLanguagesQuery({ websiteId: useWebsite().id });
  return data.length > 1 ? data : none;
}
