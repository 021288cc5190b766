const mostShown = 100;

/** The count as it is written: exact up to a hundred. */
export function shownCount(quantity: number): string {
  return quantity > mostShown ? `${mostShown}+` : String(quantity);
}

/** The count as it is spoken. */
export function spokenCount(quantity: number): string {
  if (quantity > mostShown) return `More than ${mostShown} items in cart`;
  if (quantity === 0) return "Cart is empty";
  return quantity === 1 ? "1 item in cart" : `${quantity} items in cart`;
}
