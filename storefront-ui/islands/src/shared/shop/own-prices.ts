import { settled } from "@/shared/api/send";
import type { OwnPrice } from "@/shared/api/types";

/** Maximum products per request. */
const maxProducts = 100;

type Listener = (prices: OwnPrice[]) => void;
let waiting = new Map<string, Listener[]>();

async function ask(ids: readonly string[]): Promise<OwnPrice[]> {
  const itemIds = ids.join(",");
  const result = await settled((api) => api.GET("/api/commerce/prices", { params: { query: { itemIds } } }));
  // Without a response the page shows public prices; the cart has the actual price.
  return result.ok ? result.data.prices : [];
}

async function askForAll(): Promise<void> {
  await Promise.resolve();
  const asked = waiting;
  waiting = new Map();
  const ids = [...asked.keys()];
  for (let from = 0; from < ids.length; from += maxProducts) {
    const part = ids.slice(from, from + maxProducts);
    void ask(part).then((prices) => {
      for (const id of part) {
        const own = prices.filter(({ itemId }) => itemId === id);
        for (const tell of asked.get(id) ?? []) tell(own);
      }
    });
  }
}

/**
 * The signed-in visitor's price of a product if it is lower than the public one; else nothing. Pages are cached for
 * everyone, so it is requested separately, batched with other requests of the same tick.
 */
export function ownPrices(itemId: string): Promise<OwnPrice[]> {
  return new Promise((tell) => {
    if (waiting.size === 0) void askForAll();
    waiting.set(itemId, [...(waiting.get(itemId) ?? []), tell]);
  });
}
