import { fallbackText, isServerFault, serverText, tryAgain } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { giftCard } from "@/shared/shop/product-data";

export const sessionExpired = "Your session has expired. Please reload the page and try again.";
export const enableCookies = "Please enable cookies in your browser, reload the page, and try again.";
export const tooFast = "Please try again in a few seconds.";

/** Error message if something could not be added to the cart. */
export function addFailureText(failure: Failure, cookiesEnabled: boolean = navigator.cookieEnabled): string {
  if (failure.kind === "refused") {
    if (failure.problem?.crumbFail === true) return cookiesEnabled ? sessionExpired : enableCookies;
    if (failure.status === 429) return tooFast;
    if (isServerFault(failure)) return tryAgain;
  }
  return serverText(failure) ?? fallbackText(failure);
}

/** Title of its alert. */
export function addFailureTitle(productType: number, expressCheckout: boolean): string {
  if (productType === giftCard) return "Unable to purchase Gift Card";
  return expressCheckout ? "Unable to Purchase Item" : "Unable to Add Item";
}
