/** Name of the event by which a product's form tells the page which variant is chosen. */
export const variantChosen = "stoa:variant-chosen";

export interface VariantChosen {
  itemId: string;
  /** Null while the choice is not complete. */
  variantId: string | null;
}

/** Tells what else stands on the page about the product, also what is ready only later. */
export function tellVariant(form: HTMLElement, itemId: string, variantId: string | null): void {
  if (variantId === null) delete form.dataset.chosenVariant;
  else form.dataset.chosenVariant = variantId;
  const detail: VariantChosen = { itemId, variantId };
  form.dispatchEvent(new CustomEvent(variantChosen, { bubbles: true, detail }));
}
