import { api, settled } from "@/shared/api/send";
import type { VariantStock } from "@/shared/api/types";
import type { ProductVariant } from "@/shared/shop/product-data";

/** Whether there is more than the cart holds already. */
export function isMoreThan(inCart: number, results: readonly Pick<VariantStock, "unlimited" | "qtyInStock">[]): boolean {
  return results.some(({ unlimited, qtyInStock }) => unlimited || qtyInStock > inCart);
}

/**
 * Whether another piece of a variant can be had, as the server counts at this moment: nobody fills in a form for what
 * is gone. Where the server cannot be asked, the answer is yes: it looks again when the piece is added.
 */
export async function canHaveMore(itemId: string, variant: ProductVariant, inCart: number): Promise<boolean> {
  const result = await settled(api().GET("/api/1/commerce/inventory/stock/", { params: { query: { itemId } } }));
  if (!result.ok) return true;
  return isMoreThan(inCart, result.data.results.filter(({ variantId }) => variantId === variant.id));
}
