import type { ProductVariant } from "./product-data";

function fits(place: HTMLElement, variant: ProductVariant): boolean {
  const attributes = JSON.parse(place.dataset.variantAttributes ?? "{}") as Record<string, string>;
  return Object.entries(attributes).every(([name, value]) => variant.attributes[name] === value);
}

/** Shows how few are left of a variant, where the server wrote it. */
export function showScarcity(form: HTMLElement, variant: ProductVariant | null): void {
  for (const place of form.querySelectorAll<HTMLElement>("[data-variant-attributes]")) {
    place.hidden = variant === null || !fits(place, variant);
  }
}
