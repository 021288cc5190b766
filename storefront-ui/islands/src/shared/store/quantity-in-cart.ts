import type { Cart } from "@/shared/api/types";

export function quantityInCart(cart: Cart | null, itemId: string, variantId: string): number {
  const held = cart?.entries.filter((entry) => entry.itemId === itemId && entry.variantId === variantId) ?? [];
  return held.reduce((sum, entry) => sum + entry.quantity, 0);
}
