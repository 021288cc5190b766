import { createContext, useCallback, useContext, type ReactNode } from "react";
import { Provider, useDispatch, useSelector } from "react-redux";
import { formatMoney } from "@/shared/money/format";
import type { PageContext } from "@/shared/page/context";
import type { PageState, PageStore } from "@/shared/store/page-store";

const Page = createContext<PageContext | null>(null);

interface PageProviderProps {
  store: PageStore;
  context: PageContext;
  children: ReactNode;
}

/** Provides the page's store and context to components. */
export function PageProvider({ store, context, children }: PageProviderProps) {
  return (
    <Provider store={store}>
      <Page value={context}>{children}</Page>
    </Provider>
  );
}

export function usePage(): PageContext {
  const page = useContext(Page);
  if (page === null) throw new Error("no PageProvider around this component");
  return page;
}

export const usePageDispatch = useDispatch.withTypes<PageStore["dispatch"]>();
export const usePageSelector = useSelector.withTypes<PageState>();

/** Formats minor units in the page's locale. */
export function useMoney(currency: string): (minorUnits: number) => string {
  const { locale } = usePage();
  return useCallback((minorUnits) => formatMoney(minorUnits, currency, locale), [currency, locale]);
}
