import { useState } from "react";
import { Existing } from "@/shared/react/existing";
import type { ProductVariant } from "@/shared/shop/product-data";

function fits(place: HTMLElement, variant: ProductVariant): boolean {
  const attributes = JSON.parse(place.dataset.variantAttributes ?? "{}") as Record<string, string>;
  return Object.entries(attributes).every(([name, value]) => variant.attributes[name] === value);
}

interface ScarcityProps {
  form: HTMLElement;
  variant: ProductVariant | null;
}

/** The low-stock notices of the variants, of which the chosen one's is shown in place of the server's general one. */
export function Scarcity({ form, variant }: ScarcityProps) {
  const [places] = useState(() => [
    ...form.querySelectorAll<HTMLElement>("[data-variant-attributes], .product-scarcity"),
  ]);
  return places.map((place, index) => {
    const isOfVariant = place.dataset.variantAttributes !== undefined;
    const isHidden = isOfVariant ? variant === null || !fits(place, variant) : variant !== null;
    return <Existing key={index} element={place} hidden={isHidden} />;
  });
}
