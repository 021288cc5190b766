import { useLayoutEffect, useState } from "react";
import { island, type IslandProps } from "@/shared/react/island";
import { variantChosen, type VariantChosen } from "@/shared/shop/variant-chosen";
import { prepareAnnouncements } from "@/shared/ui/announce";
import { RestockBlock, restockViews } from "./restock-block";

/** The variant that was chosen before: the product form may have been mounted first. */
function chosenIn(place: HTMLElement): string | null {
  const form = place.parentElement?.querySelector<HTMLElement>('[data-stoa-island="product-form"]');
  return form?.dataset.chosenVariant ?? null;
}

/** The server's sign-ups for sold-out variants, of which the chosen one's is shown. */
function Restock({ place }: IslandProps) {
  const [views] = useState(() => restockViews(place));
  const [chosen, choose] = useState(() => chosenIn(place));
  const { itemId = "" } = place.dataset;

  useLayoutEffect(() => {
    prepareAnnouncements();
    const follow = (event: Event): void => {
      const { detail } = event as CustomEvent<VariantChosen>;
      if (detail.itemId === itemId) choose(detail.variantId);
    };
    document.addEventListener(variantChosen, follow);
    return () => document.removeEventListener(variantChosen, follow);
  }, [itemId]);

  return views.map((parts, index) => (
    <RestockBlock
      key={index}
      {...parts}
      place={place}
      isHidden={chosen === null ? undefined : chosen !== parts.view.dataset.variantId}
    />
  ));
}

export const mountRestock = island(Restock);

export default mountRestock;
