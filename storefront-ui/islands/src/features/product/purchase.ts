import { settled, type Result } from "@/shared/api/send";
import type { OneItem } from "@/shared/api/types";

/** Starts a subscription and returns the URL of its checkout. */
export function beginSubscription(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled((api) => api.POST("/api/3/commerce/cart/subscription", { body })));
}

/** Buys one item in a separate cart and returns the URL of its checkout. */
export function buyNow(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled((api) => api.POST("/api/3/commerce/cart/buy-now", { body })));
}

async function checkoutOf(begun: Promise<Result<{ cartToken: string }>>): Promise<Result<string>> {
  const result = await begun;
  if (!result.ok) return result;
  const query = new URLSearchParams({ cartToken: result.data.cartToken });
  return { ok: true, data: `/checkout?${query.toString()}` };
}
