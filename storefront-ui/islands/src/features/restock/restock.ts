import { settled } from "@/shared/api/send";
import { checkConnection } from "@/shared/api/connection";
import { serverText, tryAgain } from "@/shared/api/failure-text";
import type { Failure, Result } from "@/shared/api/send";
import type { RestockSignUp } from "@/shared/api/types";
import { captchaOf, unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { variantChosen, type VariantChosen } from "@/shared/shop/variant-chosen";
import { isEmail } from "@/shared/text/email";
import { announce, prepareAnnouncements } from "@/shared/ui/announce";
import { element } from "@/shared/ui/elements";

export const blankEmail = "Email cannot be blank";
export const invalidEmail = "Email is invalid";
export const enterpriseFallback = "Unable to submit form. Please try again later.";
export const usualSuccess = "Signed up!";

let made = 0;

function sendSignUp(body: RestockSignUp): Promise<Result<{ success: boolean }>> {
  return settled((api) => api.POST("/api/site-users/account/notifications/restock", { body }));
}

/** Back-in-stock sign-up for one variant. */
class RestockBlock {
  readonly view: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #email: HTMLInputElement;
  readonly #place: HTMLElement;
  readonly #captcha: Captcha | null;
  readonly #isHiddenAtFirst: boolean;
  readonly #error = element("p", "stoa-restock__error", undefined, { role: "alert" });
  #isBusy = false;

  constructor(view: HTMLElement, form: HTMLFormElement, email: HTMLInputElement, place: HTMLElement) {
    this.view = view;
    this.#form = form;
    this.#email = email;
    this.#place = place;
    this.#captcha = captchaOf(place);
    this.#isHiddenAtFirst = view.hidden;
    made += 1;
    this.#error.id = `stoa-restock-error-${made}`;
  }

  mount(): void {
    this.#form.noValidate = true;
    this.#email.type = "email";
    this.#email.autocomplete = "email";
    this.#email.setAttribute("aria-label", this.#email.placeholder);
    this.#form.after(this.#error);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#shown();
  }

  /** Shows the block if its variant is the chosen one, or in its initial state while none is chosen. */
  choose(variantId: string | null): void {
    this.view.hidden = variantId === null ? this.#isHiddenAtFirst : variantId !== this.view.dataset.variantId;
    this.#shown();
  }

  #shown(): void {
    if (this.view.hidden) return;
    // Captcha errors are shown when the sign-up is submitted.
    void this.#captcha?.show(this.view.querySelector(".captcha-container")).catch(() => undefined);
  }

  async #send(): Promise<void> {
    if (this.#isBusy) return;
    this.#say("");
    const email = this.#email.value.trim();
    if (email === "") return this.#refuse(blankEmail);
    if (!isEmail(email)) return this.#refuse(invalidEmail);
    this.#busy(true);
    await this.#deliver(email);
    this.#busy(false);
  }

  async #deliver(email: string): Promise<void> {
    const proof = await this.#prove();
    if (proof === null) return this.#say(this.#captcha?.isEnterprise === true ? enterpriseFallback : unsolvedCaptcha);
    const result = await sendSignUp({
      isJoinMailingList: this.view.querySelector<HTMLInputElement>('input[name="isJoinMailingList"]')?.checked === true,
      productId: this.view.dataset.productId ?? "",
      variantId: this.view.dataset.variantId ?? "",
      siteVisitorEmail: email,
      ...proof,
      ...this.#language(),
    });
    if (result.ok) return this.#succeed();
    this.#captcha?.renew();
    this.#say(this.#failureText(result.failure));
  }

  /** The captcha part of a sign-up; null if it failed. */
  async #prove(): Promise<Pick<RestockSignUp, "captchaToken" | "recaptchaEnterpriseV3Token"> | null> {
    if (this.#captcha === null) return {};
    const token = await this.#captcha.prove(null).catch(() => null);
    if (token === null) return null;
    return this.#captcha.isEnterprise ? { recaptchaEnterpriseV3Token: token } : { captchaToken: token };
  }

  /** The page language is sent only if e-mails are available in it. */
  #language(): { language?: string } {
    const widget = document.querySelector("[data-translation-widget]");
    const isTold = this.#place.dataset.multilingualMail !== undefined && widget !== null;
    return isTold ? { language: document.documentElement.lang } : {};
  }

  #failureText(failure: Failure): string {
    const said = serverText(failure);
    if (said !== null) return said;
    if (this.#captcha?.isEnterprise === true) return enterpriseFallback;
    return failure.kind === "unreachable" ? checkConnection : tryAgain;
  }

  #succeed(): void {
    const text = this.#place.dataset.successText ?? usualSuccess;
    const callToAction = this.view.querySelectorAll(".product-restock-cta");
    const success = element("p", "stoa-restock__success", text, { tabindex: "-1" });
    const hadFocus = this.view.contains(document.activeElement);
    this.view.replaceChildren(...callToAction, success);
    if (hadFocus) success.focus();
    announce(text);
  }

  #refuse(text: string): void {
    this.#say(text);
    this.#email.focus();
  }

  #say(text: string): void {
    this.#error.textContent = text;
    const isWrong = text === blankEmail || text === invalidEmail;
    this.#email.setAttribute("aria-invalid", String(isWrong));
    if (text === "") this.#email.removeAttribute("aria-describedby");
    else this.#email.setAttribute("aria-describedby", this.#error.id);
  }

  #busy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#form.querySelector('input[type="submit"]')?.setAttribute("aria-disabled", String(isBusy));
  }
}

/** Attaches to the server-rendered blocks, one per sold-out variant. */
export function mountRestock(place: HTMLElement): void {
  const blocks: RestockBlock[] = [];
  for (const view of place.querySelectorAll<HTMLElement>(".product-restock-notification")) {
    const form = view.querySelector("form");
    const email = view.querySelector<HTMLInputElement>('input[name="email"]');
    if (form !== null && email !== null) blocks.push(new RestockBlock(view, form, email, place));
  }
  prepareAnnouncements();
  for (const block of blocks) block.mount();
  const itemId = place.dataset.itemId ?? "";
  const choose = (variantId: string | null): void => {
    for (const block of blocks) block.choose(variantId);
  };
  document.addEventListener(variantChosen, (event) => {
    const chosen = (event as CustomEvent<VariantChosen>).detail;
    if (chosen.itemId === itemId) choose(chosen.variantId);
  });
  // The product form may have been mounted first.
  const form = place.parentElement?.querySelector<HTMLElement>('[data-stoa-island="product-form"]');
  if (form?.dataset.chosenVariant !== undefined) choose(form.dataset.chosenVariant);
}
