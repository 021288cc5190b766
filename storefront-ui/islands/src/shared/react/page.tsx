import { createContext, useCallback, useContext, type ReactNode } from "react";
import { formatMoney } from "@/shared/money/format";
import type { PageContext } from "@/shared/page/context";
import type { PageState, PageStore } from "@/shared/store/page-store";
import { useSnapshot } from "./use-snapshot";

interface Page {
  store: PageStore;
  context: PageContext;
}

const PageOfIsland = createContext<Page | null>(null);

interface PageProviderProps extends Page {
  children: ReactNode;
}

/** Provides the page's store and context to components. */
export function PageProvider({ children, ...page }: PageProviderProps) {
  return <PageOfIsland value={page}>{children}</PageOfIsland>;
}

function useProvided(): Page {
  const page = useContext(PageOfIsland);
  if (page === null) throw new Error("no PageProvider around this component");
  return page;
}

export function usePage(): PageContext {
  return useProvided().context;
}

export function usePageStore(): PageStore {
  return useProvided().store;
}

export function usePageDispatch(): PageStore["dispatch"] {
  return useProvided().store.dispatch;
}

/** A part of the store's state; the selector must not create new objects. */
export function usePageSelector<Part>(select: (state: PageState) => Part): Part {
  const { store } = useProvided();
  return useSnapshot(store.subscribe, () => select(store.getState()));
}

/** Formats minor units in the page's locale. */
export function useMoney(currency: string): (minorUnits: number) => string {
  const { locale } = usePage();
  return useCallback((minorUnits) => formatMoney(minorUnits, currency, locale), [currency, locale]);
}
