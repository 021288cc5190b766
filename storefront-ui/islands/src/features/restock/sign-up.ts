import { checkConnection } from "@/shared/api/connection";
import { serverText, tryAgain } from "@/shared/api/failure-text";
import { settled, type Failure } from "@/shared/api/send";
import type { RestockSignUp } from "@/shared/api/types";
import { unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { textOf } from "@/shared/text/messages";

const enterpriseFallback = textOf("restock.failed");

/** A sign-up with what it is sent with. */
interface SignUp {
  /** The island's element, with the settings of the shop. */
  place: HTMLElement;
  /** The block of the variant. */
  view: HTMLElement;
  email: string;
  captcha: Captcha | null;
}

/** The captcha part of a sign-up; null if it failed. */
async function proofOf(
  captcha: Captcha | null,
): Promise<Pick<RestockSignUp, "captchaToken" | "recaptchaEnterpriseV3Token"> | null> {
  if (captcha === null) return {};
  const token = await captcha.prove(null).catch(() => null);
  if (token === null) return null;
  return captcha.isEnterprise ? { recaptchaEnterpriseV3Token: token } : { captchaToken: token };
}

/** The page language is sent only if e-mails are available in it. */
function languageOf(place: HTMLElement): { language?: string } {
  const widget = document.querySelector("[data-translation-widget]");
  const isTold = place.dataset.multilingualMail !== undefined && widget !== null;
  return isTold ? { language: document.documentElement.lang } : {};
}

function failureText(failure: Failure, captcha: Captcha | null): string {
  const said = serverText(failure);
  if (said !== null) return said;
  if (captcha?.isEnterprise === true) return enterpriseFallback;
  return failure.kind === "unreachable" ? checkConnection : tryAgain;
}

/** Signs up for an e-mail; the message if that fails, else null. */
export async function signUp({ place, view, email, captcha }: SignUp): Promise<string | null> {
  const proof = await proofOf(captcha);
  if (proof === null) return captcha?.isEnterprise === true ? enterpriseFallback : unsolvedCaptcha;
  const body: RestockSignUp = {
    isJoinMailingList: view.querySelector<HTMLInputElement>('input[name="isJoinMailingList"]')?.checked === true,
    productId: view.dataset.productId ?? "",
    variantId: view.dataset.variantId ?? "",
    siteVisitorEmail: email,
    ...proof,
    ...languageOf(place),
  };
  const result = await settled((api) => api.POST("/api/site-users/account/notifications/restock", { body }));
  if (result.ok) return null;
  captcha?.renew();
  return failureText(result.failure, captcha);
}
