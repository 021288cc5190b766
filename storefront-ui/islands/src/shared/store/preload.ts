import { readCookie } from "@/shared/page/cookies";

/** Whether the page loads the cart at start. The cookies are hints and carry no authority. */
export function shouldPreloadCart(authenticated: boolean, cookies: string = document.cookie): boolean {
  return authenticated || readCookie("hasCart", cookies) === "true" || readCookie("CART", cookies) !== null;
}
