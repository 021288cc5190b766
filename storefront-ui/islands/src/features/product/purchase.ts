import { api, settled, type Result } from "@/shared/api/send";
import type { OneItem } from "@/shared/api/types";
import type { ProductData } from "@/shared/shop/product-data";

const subscribe = "Subscribe";

/** Whether a product is bought once or again and again, as far as the shopper can choose. */
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

  /** Whether what is bought now begins a subscription. */
  get isSubscription(): boolean {
    if (this.#product.isSubscribable) return true;
    return this.#choices.some((choice) => choice.checked && choice.value === "subscription");
  }

  /** Calls back when the shopper has chosen otherwise; the button says what it does. */
  onChange(changed: () => void): void {
    for (const choice of this.#choices) {
      choice.addEventListener("change", () => {
        if (this.#button !== null) this.#button.textContent = this.isSubscription ? subscribe : this.#label;
        changed();
      });
    }
  }
}

/** Begins a subscription and answers the address of its checkout. */
export function beginSubscription(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled(api().POST("/api/3/commerce/cart/subscription", { body })));
}

/** Takes one item past the shopper's cart and answers the address of its checkout. */
export function buyNow(body: OneItem): Promise<Result<string>> {
  return checkoutOf(settled(api().POST("/api/3/commerce/cart/buy-now", { body })));
}

async function checkoutOf(begun: Promise<Result<{ cartToken: string }>>): Promise<Result<string>> {
  const result = await begun;
  if (!result.ok) return result;
  const query = new URLSearchParams({ cartToken: result.data.cartToken });
  return { ok: true, data: `/checkout?${query.toString()}` };
}
