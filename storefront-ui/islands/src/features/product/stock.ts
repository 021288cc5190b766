import { settled } from "@/shared/api/send";
import type { VariantStock } from "@/shared/api/types";
import type { ProductVariant } from "@/shared/shop/product-data";

/** Whether there is more stock than the cart contains. */
export function isMoreThan(
  inCart: number,
  results: readonly Pick<VariantStock, "unlimited" | "qtyInStock">[],
): boolean {
  return results.some(({ unlimited, qtyInStock }) => unlimited || qtyInStock > inCart);
}

/**
 * Whether another piece of a variant is available according to the server, before the customer fills in additional
 * fields. If the request fails, the result is true: the server checks again when the piece is added.
 */
export async function canHaveMore(itemId: string, variant: ProductVariant, inCart: number): Promise<boolean> {
  const result = await settled((api) => api.GET("/api/1/commerce/inventory/stock/", { params: { query: { itemId } } }));
  if (!result.ok) return true;
  return isMoreThan(
    inCart,
    result.data.results.filter(({ variantId }) => variantId === variant.id),
  );
}
