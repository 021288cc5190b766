import type { ProductVariant } from "@/shared/shop/product-data";

function fits(place: HTMLElement, variant: ProductVariant): boolean {
  const attributes = JSON.parse(place.dataset.variantAttributes ?? "{}") as Record<string, string>;
  return Object.entries(attributes).every(([name, value]) => variant.attributes[name] === value);
}

/** Shows the low-stock notice of a variant in place of the server's general one. */
export function showScarcity(form: HTMLElement, variant: ProductVariant | null): void {
  const ofVariants = form.querySelectorAll<HTMLElement>("[data-variant-attributes]");
  for (const place of ofVariants) place.hidden = variant === null || !fits(place, variant);
  if (ofVariants.length === 0) return;
  for (const place of form.querySelectorAll<HTMLElement>(".product-scarcity:not([data-variant-attributes])")) {
    place.hidden = variant !== null;
  }
}
