import { giftCard, type ProductData, type ProductVariant } from "@/shared/shop/product-data";
import { messageLanguage, textOf } from "@/shared/text/messages";

export const unavailable = textOf("product.unavailable");
export const outOfStock = textOf("product.outOfStock");

/** The chosen values by option; an empty string means no choice. */
export type Choices = Readonly<Record<string, string>>;

/** The message that names the options still to be chosen. */
export function missingOptionsMessage(names: readonly string[]): string {
  const [first = ""] = names;
  if (names.length === 1) return textOf("product.selectOption", { option: first });
  return textOf("product.selectOptions", { options: new Intl.ListFormat(messageLanguage).format(names) });
}

/** Options without a choice, in order. A product with one variant has no choices. */
export function missingOptions(product: ProductData, choices: Choices): string[] {
  if (product.variants.length < 2) return [];
  return product.options.filter((name) => (choices[name] ?? "") === "");
}

/** The variant of a complete choice; null if there is no such combination. */
export function findVariant(product: ProductData, choices: Choices): ProductVariant | null {
  if (product.variants.length < 2) return product.variants[0] ?? null;
  const fits = (variant: ProductVariant): boolean =>
    product.options.every((name) => variant.attributes[name] === choices[name]);
  return product.variants.find(fits) ?? null;
}

type VariantChoice = { ok: true; variant: ProductVariant } | { ok: false; message: string; missing: string[] };

/** The chosen variant, or an error message. */
export function chooseVariant(product: ProductData, choices: Choices): VariantChoice {
  const missing = missingOptions(product, choices);
  if (missing.length > 0) {
    const isGiftCard = product.productType === giftCard;
    const message = isGiftCard ? textOf("product.selectValue") : missingOptionsMessage(missing);
    return { ok: false, message, missing };
  }
  const variant = findVariant(product, choices);
  return variant === null ? { ok: false, message: unavailable, missing: [] } : { ok: true, variant };
}

/** Whether there is enough stock of a variant beyond what the cart contains. */
export function isInStock(variant: ProductVariant, quantity: number, inCart: number): boolean {
  return variant.unlimited || variant.qtyInStock >= quantity + inCart;
}

/** Image for a variant: its own, else the product's first. */
export function pictureOf(product: ProductData, variant: ProductVariant | null): string | null {
  return variant?.mainImageId ?? product.pictures[0]?.id ?? null;
}
