import type { Result } from "@/shared/api/send";
import type { PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { countAddToCart } from "@/shared/page/product-tracking";
import { signInAddress } from "@/shared/page/sign-in";
import { addEntry } from "@/shared/store/cart-thunks";
import { quantityInCart } from "@/shared/store/cart-slice";
import type { PageStore } from "@/shared/store/page-store";
import { showAlert } from "@/shared/ui/alert-dialog";
import { element } from "@/shared/ui/elements";
import { AddButton, leavingLabels } from "./add-button";
import { askAdditionalFields } from "@/shared/shop/additional-fields";
import { addFailureText, addFailureTitle } from "./add-failure";
import { addressAfterAdd } from "./after-add";
import { attachInstallments, type InstallmentLink } from "./installments";
import { mountThumbs, showPicture } from "./pictures";
import { drawOwnPrice, withOwnPrice } from "./own-prices";
import { drawPrice } from "./price";
import { showScarcity } from "./scarcity";
import { canHaveMore } from "./stock";
import { Purchase, beginSubscription, buyNow } from "./purchase";
import { ownPrices } from "@/shared/shop/own-prices";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import { readProduct, type ProductData, type ProductVariant } from "@/shared/shop/product-data";
import { readQuantity } from "@/shared/shop/quantity";
import { dispatchVariantChosen } from "@/shared/shop/variant-chosen";
import { chooseVariant, findVariant, isInStock, missingOptions, outOfStock, pictureOf, unavailable } from "./variant-choice";
import type { Choices } from "./variant-choice";

interface Wanted {
  variant: ProductVariant;
  quantity: number;
  /** JSON text; null if there are no additional fields. */
  additionalFields: string | null;
}

interface Parts {
  form: HTMLFormElement;
  selects: HTMLSelectElement[];
  quantity: HTMLInputElement | null;
  price: HTMLElement | null;
  message: HTMLElement | null;
  subscriberPrice: HTMLElement | null;
}

function partsOf(form: HTMLFormElement): Parts {
  return {
    form,
    selects: [...form.querySelectorAll<HTMLSelectElement>("select[data-option-name]")],
    quantity: form.querySelector<HTMLInputElement>('input[name="quantity"]'),
    price: form.querySelector<HTMLElement>("[data-price]"),
    message: form.querySelector<HTMLElement>("[data-product-message]"),
    subscriberPrice: form.querySelector<HTMLElement>("[data-subscription-price]"),
  };
}

function choicesOf(selects: readonly HTMLSelectElement[]): Choices {
  return Object.fromEntries(selects.map((select) => [select.dataset.optionName ?? "", select.value]));
}

/** The form of one product: choice of variant, price, adding to the cart. */
class ProductForm {
  readonly #parts: Parts;
  #product: ProductData;
  readonly #store: PageStore;
  readonly #context: PageContext;
  #priceAtFirst: Node[];
  #subscriberPriceAtFirst: Node[];
  readonly #installments: InstallmentLink | null;
  readonly #purchase: Purchase;
  /** The dialog of additional fields is being opened or is open. */
  #isAsking = false;

  constructor(parts: Parts, product: ProductData, store: PageStore, context: PageContext) {
    this.#parts = parts;
    this.#product = product;
    this.#store = store;
    this.#context = context;
    this.#priceAtFirst = [...(parts.price?.childNodes ?? [])];
    this.#subscriberPriceAtFirst = [...(parts.subscriberPrice?.childNodes ?? [])];
    this.#installments = attachInstallments(parts.form, product.id);
    this.#purchase = new Purchase(parts.form, product);
  }

  mount(): void {
    const { form, selects } = this.#parts;
    const button = form.querySelector<HTMLButtonElement>("button[data-add-to-cart]");
    form.noValidate = true;
    for (const select of selects) {
      select.addEventListener("change", () => {
        this.#variantChanged();
      });
    }
    this.#parts.quantity?.addEventListener("input", () => {
      this.#askForInstallments();
    });
    this.#purchase.onChange(() => {
      this.#installments?.setUnwanted(this.#purchase.isSubscription);
      form.querySelector("[data-buy-now]")?.toggleAttribute("hidden", this.#purchase.isSubscription);
    });
    // Browsers restore choices after a reload, and a visitor may be faster than this script.
    if (selects.some((select) => select.value !== "")) this.#variantChanged();
    mountThumbs(form, this.#product);
    if (mayHaveOwnPrices(this.#store, this.#context)) void this.#showOwnPrices();
    if (button === null) {
      this.#preselect();
      return;
    }
    const addButton = new AddButton(button);
    const buyNowButton = form.querySelector<HTMLButtonElement>("button[data-buy-now]");
    const leaving = buyNowButton === null ? null : new AddButton(buyNowButton, leavingLabels);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (leaving !== null && event.submitter === buyNowButton) void this.#buyNow(leaving);
      else void this.#add(addButton);
    });
  }

  /** If everything is sold out, the first variant is selected: its restock block is shown. */
  #preselect(): void {
    const { selects, form } = this.#parts;
    const first = this.#product.variants[0];
    if (first === undefined || selects.some((select) => select.value !== "")) return;
    for (const select of selects) select.value = first.attributes[select.dataset.optionName ?? ""] ?? "";
    dispatchVariantChosen(form, this.#product.id, first.id);
  }

  #variantChanged(): void {
    const choices = choicesOf(this.#parts.selects);
    const isFull = missingOptions(this.#product, choices).length === 0;
    const variant = isFull ? findVariant(this.#product, choices) : null;
    this.#mark([]);
    this.#say(isFull ? this.#complaintAbout(variant) : null);
    this.#showPrice(variant);
    this.#askForInstallments();
    showScarcity(this.#parts.form, variant);
    dispatchVariantChosen(this.#parts.form, this.#product.id, variant?.id ?? null);
    if (!isFull) return;
    const picture = pictureOf(this.#product, variant);
    if (picture !== null) showPicture(this.#parts.form, this.#product, picture);
  }

  #complaintAbout(variant: ProductVariant | null): string | null {
    if (variant === null) return unavailable;
    return isInStock(variant, 1, 0) ? null : outOfStock;
  }

  #showPrice(variant: ProductVariant | null): void {
    const { currency, locale } = this.#context;
    const rhythm = this.#product.isSubscribable ? this.#product.rhythm : null;
    const shown = variant === null ? this.#priceAtFirst : [drawPrice(variant, currency, locale, rhythm)];
    this.#parts.price?.replaceChildren(...shown);
    const own = variant?.subscriberPrice ?? null;
    const subscribers = own === null ? this.#subscriberPriceAtFirst : [drawPrice(own, currency, locale)];
    this.#parts.subscriberPrice?.replaceChildren(...subscribers);
  }

  /** The page shows public prices; a signed-in visitor may pay less. */
  async #showOwnPrices(): Promise<void> {
    const prices = await ownPrices(this.#product.id);
    if (prices.length === 0) return;
    const { currency, locale } = this.#context;
    const variants = this.#product.variants.map((variant) => withOwnPrice(variant, prices));
    this.#product = { ...this.#product, variants };
    this.#priceAtFirst = [drawOwnPrice(prices, currency, locale)];
    const [first] = variants;
    const isOneForAll = variants.every(({ subscriberPrice }) => subscriberPrice?.salePrice === first?.subscriberPrice?.salePrice);
    if (first?.subscriberPrice?.isOwn === true && isOneForAll) {
      this.#subscriberPriceAtFirst = [drawPrice(first.subscriberPrice, currency, locale)];
    }
    const choices = choicesOf(this.#parts.selects);
    this.#showPrice(missingOptions(this.#product, choices).length === 0 ? findVariant(this.#product, choices) : null);
    this.#askForInstallments();
  }

  #askForInstallments(): void {
    const { selects, quantity } = this.#parts;
    const reading = readQuantity(quantity === null ? "1" : quantity.value);
    if (!reading.ok) return;
    const choice = chooseVariant(this.#product, choicesOf(selects));
    this.#installments?.follow(choice.ok ? choice.variant.sku : null, reading.quantity);
  }

  /** The item to buy with its additional fields, if the button was started; null otherwise. */
  async #begun(button: AddButton): Promise<Wanted | null> {
    if (button.state !== "idle") return null;
    const wanted = this.#wanted();
    if (wanted === null) return null;
    if (this.#product.additionalFields.length === 0) {
      return button.begin() ? { ...wanted, additionalFields: null } : null;
    }
    if (this.#isAsking) return null;
    this.#isAsking = true;
    const additionalFields = await this.#asked(wanted.variant);
    this.#isAsking = false;
    return additionalFields === null || !button.begin() ? null : { ...wanted, additionalFields };
  }

  /** The additional fields; null if the visitor cancelled, or the item is sold out meanwhile. */
  async #asked(variant: ProductVariant): Promise<string | null> {
    const { id, title, additionalFields } = this.#product;
    const inCart = quantityInCart(this.#store.getState().cart.cart, id, variant.id);
    if (await canHaveMore(id, variant, inCart)) return askAdditionalFields(title, additionalFields);
    this.#say(outOfStock);
    return null;
  }

  async #add(button: AddButton): Promise<void> {
    const begun = await this.#begun(button);
    if (begun === null) return;
    if (this.#purchase.isSubscription) {
      await this.#leave(button, beginSubscription(this.#alone(begun)));
      return;
    }
    const { variant, quantity, additionalFields } = begun;
    const body = { itemId: this.#product.id, sku: variant.sku, quantity, additionalFields };
    const result = await this.#store.dispatch(addEntry(body));
    if (!result.ok) {
      button.fail();
      const { productType } = this.#product;
      await showAlert(addFailureTitle(productType, this.#context.expressCheckout), addFailureText(result.failure));
      return;
    }
    button.succeed();
    const { id: itemId, productType } = this.#product;
    countAddToCart(this.#context, { itemId, sku: variant.sku, quantity });
    const added = { itemId, productType, sku: variant.sku, quantity, cart: result.data };
    const address = addressAfterAdd(added, this.#context);
    if (address !== null) navigation.go(address);
  }

  async #buyNow(button: AddButton): Promise<void> {
    const begun = await this.#begun(button);
    if (begun !== null) await this.#leave(button, buyNow(this.#alone(begun)));
  }

  #alone({ variant, quantity, additionalFields }: Wanted) {
    return { itemId: this.#product.id, sku: variant.sku, qty: quantity, additionalFields };
  }

  /** Goes to the checkout of a separate cart. */
  async #leave(button: AddButton, checkout: Promise<Result<string>>): Promise<void> {
    const result = await checkout;
    if (result.ok) {
      navigation.go(result.data);
      return;
    }
    button.fail();
    if (result.failure.kind === "refused" && result.failure.status === 401) {
      navigation.go(signInAddress());
      return;
    }
    await showAlert(addFailureTitle(this.#product.productType, true), addFailureText(result.failure));
  }

  /** The item to add; null if something is missing, which is then shown. */
  #wanted(): Omit<Wanted, "additionalFields"> | null {
    const choice = chooseVariant(this.#product, choicesOf(this.#parts.selects));
    if (!choice.ok) {
      this.#mark(choice.missing);
      this.#say(choice.message);
      return null;
    }
    const field = this.#parts.quantity;
    const reading = readQuantity(field === null ? "1" : field.value);
    field?.setAttribute("aria-invalid", String(!reading.ok));
    if (!reading.ok) {
      this.#say(reading.message);
      field?.focus();
      return null;
    }
    if (field !== null) field.value = String(reading.quantity);
    const inCart = quantityInCart(this.#store.getState().cart.cart, this.#product.id, choice.variant.id);
    if (!isInStock(choice.variant, reading.quantity, inCart)) {
      this.#say(outOfStock);
      return null;
    }
    this.#mark([]);
    this.#say(null);
    return { variant: choice.variant, quantity: reading.quantity };
  }

  #mark(missing: readonly string[]): void {
    const wrong = this.#parts.selects.filter((select) => {
      const isMissing = missing.includes(select.dataset.optionName ?? "");
      select.setAttribute("aria-invalid", String(isMissing));
      return isMissing;
    });
    wrong[0]?.focus();
  }

  #say(text: string | null): void {
    const shown = text === null ? [] : [element("p", "stoa-alert", text, { "data-kind": "error" })];
    this.#parts.message?.replaceChildren(...shown);
  }
}

/** Attaches to the server-rendered form. */
export function mountProductForm(form: HTMLElement, store: PageStore, context: PageContext): void {
  const source = form.querySelector("[data-stoa-product]")?.textContent;
  if (!(form instanceof HTMLFormElement) || source === undefined) return;
  new ProductForm(partsOf(form), readProduct(source), store, context).mount();
}
