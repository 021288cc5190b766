import { settled, type Result } from "@/shared/api/send";
import type { OneItem } from "@/shared/api/types";
import type { ProductData } from "@/shared/shop/product-data";

const subscribe = "Subscribe";

/** Choice between a single purchase and a subscription, as far as the product offers it. */
export class Purchase {
  readonly #product: ProductData;
  readonly #choices: HTMLInputElement[];
  readonly #button: HTMLButtonElement | null;
  readonly #label: string;

  constructor(form: HTMLElement, product: ProductData) {
    this.#product = product;
    this.#choices = [...form.querySelectorAll<HTMLInputElement>('[data-purchase] input[name="purchase"]')];
    this.#button = form.querySelector<HTMLButtonElement>("button[data-add-to-cart]");
    this.#label = this.#button?.textContent.trim() ?? "";
  }

  /** Whether the current choice starts a subscription. */
  get isSubscription(): boolean {
    if (this.#product.isSubscribable) return true;
    return this.#choices.some((choice) => choice.checked && choice.value === "subscription");
  }

  /** Calls back when the choice changes; the button label depends on it. */
  onChange(changed: () => void): void {
    for (const choice of this.#choices) {
      choice.addEventListener("change", () => {
        if (this.#button !== null) this.#button.textContent = this.isSubscription ? subscribe : this.#label;
        changed();
      });
    }
  }
}

/** Starts a subscription and returns the URL of its checkout. */
export function beginSubscription(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled((api) => api.POST("/api/3/commerce/cart/subscription", { body })));
}

/** Buys one item in a separate cart and returns the URL of its checkout. */
export function buyNow(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled((api) => api.POST("/api/3/commerce/cart/buy-now", { body })));
}

async function checkoutOf(begun: Promise<Result<{ cartToken: string }>>): Promise<Result<string>> {
  const result = await begun;
  if (!result.ok) return result;
  const query = new URLSearchParams({ cartToken: result.data.cartToken });
  return { ok: true, data: `/checkout?${query.toString()}` };
}
