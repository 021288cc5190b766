import type { Checkout } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { lastAttempt } from "./attempt-key";
import { fetchCheckout } from "./calls";

/** The page that confirms a checkout's order, or null while it is not bought. */
export function confirmationOf(checkout: Checkout): string | null {
  return checkout.cart.isPurchased ? (checkout.order?.redirectUrl ?? null) : null;
}

/** The page that confirms what this tab bought last, or null. */
export async function lastConfirmation(): Promise<string | null> {
  const last = lastAttempt();
  if (last === null) return null;
  const result = await fetchCheckout(last.cartToken);
  return result.ok ? confirmationOf(result.data) : null;
}

/**
 * The server sends whoever has nothing to buy from the checkout to the cart. Who came back to the checkout
 * of a purchase is led on to its confirmation.
 */
export async function leadToConfirmation(): Promise<void> {
  const confirmation = await lastConfirmation();
  if (confirmation !== null) navigation.replace(confirmation);
}
