/** Name of the event that a product form dispatches when a variant is chosen. */
export const variantChosen = "stoa:variant-chosen";

export interface VariantChosen {
  itemId: string;
  /** Null while the choice is incomplete. */
  variantId: string | null;
}

/** Notifies other islands of the product, including those that are mounted later. */
export function dispatchVariantChosen(form: HTMLElement, itemId: string, variantId: string | null): void {
  if (variantId === null) delete form.dataset.chosenVariant;
  else form.dataset.chosenVariant = variantId;
  const detail: VariantChosen = { itemId, variantId };
  form.dispatchEvent(new CustomEvent(variantChosen, { bubbles: true, detail }));
}
