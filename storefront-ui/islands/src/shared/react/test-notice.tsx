import type { Cart } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";

/** Says that the shop is in test mode, in the words of the server; nothing in any other shop. */
export function TestNotice({ cart }: { cart: Pick<Cart, "testNotice"> }) {
  return cart.testNotice === null ? null : <Alert kind="warning">{cart.testNotice}</Alert>;
}
