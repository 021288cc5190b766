import type { InstallmentMessage } from "@/shared/api/types";
import { openExplanation } from "@/shared/installments/explanation";
import { askForMessage, partsOf } from "@/shared/installments/message";
import { element } from "@/shared/ui/elements";

const pause = 250;

/** The instalment message beside a product. It keeps its space while it is empty. */
export class InstallmentLink {
  readonly #link: HTMLAnchorElement;
  readonly #itemId: string;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKnown = true;
  #isUnwanted = false;

  constructor(link: HTMLAnchorElement, itemId: string) {
    this.#link = link;
    this.#itemId = itemId;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void openExplanation(link.href);
    });
  }

  /** Loads the message for a choice, debounced; the last choice wins. */
  follow(sku: string | null, quantity: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(sku, quantity), pause);
  }

  /** Hides the message while the choice does not qualify for instalments. */
  setUnwanted(isUnwanted: boolean): void {
    this.#isUnwanted = isUnwanted;
    this.#place();
  }

  async #ask(sku: string | null, quantity: number): Promise<void> {
    this.#asked += 1;
    const own = this.#asked;
    const message = await askForMessage({ itemId: this.#itemId, quantity, ...(sku === null ? {} : { sku }) });
    if (own === this.#asked) this.#show(message);
  }

  #show(message: InstallmentMessage | null): void {
    this.#isKnown = message !== null;
    if (message !== null) {
      this.#link.href = message.modalUrl;
      this.#link.dataset.availability = message.availability;
      const parts = partsOf(message).map(({ text, isProvider }) =>
        isProvider ? element("strong", "stoa-installments__provider", text) : element("span", "", text),
      );
      this.#link.replaceChildren(...parts.flatMap((part, place) => (place === 0 ? [part] : [" ", part])));
    }
    this.#place();
  }

  #place(): void {
    this.#link.toggleAttribute("data-away", this.#isUnwanted || !this.#isKnown);
  }
}

/** Attaches to the server-rendered message in a product form; null if there is none. */
export function attachInstallments(form: HTMLElement, itemId: string): InstallmentLink | null {
  const link = form.querySelector<HTMLAnchorElement>("a[data-installments]");
  return link === null ? null : new InstallmentLink(link, itemId);
}
