import { api } from "@/shared/api/send";
import { checkConnection } from "@/shared/api/connection";
import { answeredConsent } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import { refusesTracking } from "@/shared/page/tracking";
import { keepVisitorCookies } from "@/shared/page/visitor-cookies";
import type { PageStore } from "@/shared/store/page-store";

/** Whether the server has stored the choice. */
async function saveChoice(allowed: boolean): Promise<boolean> {
  try {
    const { response } = await (await api()).POST("/api/cookie-consent", {
      body: { allowed },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      bodySerializer: (body) => new URLSearchParams({ allowed: String(body.allowed) }).toString(),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Banner at the lower edge: it does not cover the focused element, and the end of the page can be scrolled above it.
 */
class CookieBanner {
  readonly #place: HTMLElement;
  readonly #context: PageContext;
  readonly #buttons: HTMLButtonElement[];
  /** The element that opened the banner; null if it opened by itself. */
  #opener: HTMLElement | null = null;

  constructor(place: HTMLElement, context: PageContext) {
    this.#place = place;
    this.#context = context;
    this.#buttons = [...place.querySelectorAll<HTMLButtonElement>("[data-cookie-choice]")];
  }

  mount(): void {
    // Keyboard users reach it first.
    const skip = document.querySelector(".stoa-skip");
    if (skip === null) document.body.prepend(this.#place);
    else skip.after(this.#place);
    for (const button of this.#buttons) {
      button.addEventListener("click", () => void this.#choose(button.dataset.cookieChoice === "true"));
    }
    this.#place.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#opener !== null) this.#hide();
    });
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-stoa-cookie-settings]") : null;
      if (link === null) return;
      event.preventDefault();
      this.#opener = link;
      this.#show();
      this.#place.focus({ preventScroll: true });
    });
    if (answeredConsent() === null && !refusesTracking()) this.#show();
  }

  #show(): void {
    const answer = answeredConsent();
    for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.dataset.cookieChoice === String(answer)));
    this.#say("");
    this.#place.hidden = false;
    this.#leaveRoom(`${String(this.#place.offsetHeight)}px`);
  }

  #hide(): void {
    const hadFocus = this.#place.contains(document.activeElement);
    this.#place.hidden = true;
    this.#leaveRoom("");
    if (hadFocus) (this.#opener ?? document.getElementById("main"))?.focus({ preventScroll: true });
    this.#opener = null;
  }

  async #choose(allowed: boolean): Promise<void> {
    this.#lock(true);
    const isNoted = await saveChoice(allowed);
    this.#lock(false);
    if (!isNoted) return this.#say(`Your choice could not be saved. ${checkConnection}`);
    keepVisitorCookies(this.#context);
    this.#hide();
  }

  #lock(isBusy: boolean): void {
    for (const button of this.#buttons) button.ariaDisabled = String(isBusy);
  }

  #leaveRoom(height: string): void {
    document.documentElement.style.scrollPaddingBottom = height;
    document.body.style.marginBottom = height;
  }

  #say(message: string): void {
    const status = this.#place.querySelector("[role=status]");
    if (status !== null) status.textContent = message;
  }
}

/** Asks visitors for cookie consent, and again on request. */
export function mountCookieBanner(place: HTMLElement, _store: PageStore, context: PageContext): void {
  if (!context.inEditor) new CookieBanner(place, context).mount();
}
