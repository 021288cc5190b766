import type { Checkout } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { lastAttempt } from "./attempt-key";
import { fetchCheckout } from "./api";

/** The confirmation page of a checkout's order, or null if it is not bought. */
export function confirmationOf(checkout: Checkout): string | null {
  return checkout.cart.isPurchased ? (checkout.order?.redirectUrl ?? null) : null;
}

/** The confirmation page of this tab's last purchase, or null. */
export async function lastConfirmation(): Promise<string | null> {
  const last = lastAttempt();
  if (last === null) return null;
  const result = await fetchCheckout(last.cartToken);
  return result.ok ? confirmationOf(result.data) : null;
}

/**
 * The server redirects an empty checkout to the cart. A customer who navigated back to the checkout of a purchase is
 * redirected to its confirmation.
 */
export async function redirectToConfirmation(): Promise<void> {
  const confirmation = await lastConfirmation();
  if (confirmation !== null) navigation.replace(confirmation);
}
