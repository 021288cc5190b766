import { api, settled } from "@/shared/api/send";
import type { OwnPrice } from "@/shared/api/types";
import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";

/** As many products as one call may name. */
const most = 100;

type Told = (prices: OwnPrice[]) => void;
let waiting = new Map<string, Told[]>();

async function ask(ids: readonly string[]): Promise<OwnPrice[]> {
  const itemIds = ids.join(",");
  const result = await settled(api().GET("/api/commerce/prices", { params: { query: { itemIds } } }));
  // Without an answer the page shows what everybody pays; the cart has the true price.
  return result.ok ? result.data.prices : [];
}

async function askForAll(): Promise<void> {
  await Promise.resolve();
  const asked = waiting;
  waiting = new Map();
  const ids = [...asked.keys()];
  for (let from = 0; from < ids.length; from += most) {
    const part = ids.slice(from, from + most);
    void ask(part).then((prices) => {
      for (const id of part) {
        const own = prices.filter(({ itemId }) => itemId === id);
        for (const tell of asked.get(id) ?? []) tell(own);
      }
    });
  }
}

/**
 * What who is signed in pays for a product, where that is less than what everybody pays; else nothing. Pages are the
 * same for everybody, so it is asked for, together with what else is asked for in the same breath.
 */
export function ownPrices(itemId: string): Promise<OwnPrice[]> {
  return new Promise((tell) => {
    if (waiting.size === 0) void askForAll();
    waiting.set(itemId, [...(waiting.get(itemId) ?? []), tell]);
  });
}

/** Whether anybody is signed in who may have prices of their own. The hint only saves the call. */
export function mayHaveOwnPrices(store: PageStore, context: PageContext): boolean {
  return !context.inEditor && store.getState().siteUser?.authenticated === true;
}
