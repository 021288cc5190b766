import type { Cart } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";

/** The server's notice that the shop is in test mode; renders nothing otherwise. */
export function TestNotice({ cart }: { cart: Pick<Cart, "testNotice"> }) {
  return cart.testNotice === null ? null : <Alert kind="warning">{cart.testNotice}</Alert>;
}
