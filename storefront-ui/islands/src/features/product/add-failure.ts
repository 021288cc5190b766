import { fallbackText, isServerFault, serverText, tryAgain } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { giftCard } from "@/shared/shop/product-data";
import { textOf } from "@/shared/text/messages";

export const sessionExpired = textOf("product.sessionExpired");
export const enableCookies = textOf("product.enableCookies");
export const tooFast = textOf("product.tooFast");

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
  if (productType === giftCard) return textOf("product.giftCardFailed");
  return expressCheckout ? textOf("product.purchaseFailed") : textOf("product.addFailed");
}
