import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";

/** Whether a signed-in visitor may have their own prices. The hint only saves the request. */
export function mayHaveOwnPrices(store: PageStore, context: PageContext): boolean {
  return !context.inEditor && store.getState().siteUser?.authenticated === true;
}
