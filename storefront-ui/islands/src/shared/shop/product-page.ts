import { inLanguage } from "@/shared/page/language";
import { readProduct, type ProductData } from "./product-data";

const formOfProduct = 'form[data-stoa-island="product-form"]';

/** A product page fetched in the background. */
export interface FoundProduct {
  page: Document;
  form: HTMLFormElement;
  product: ProductData;
}

/** Fetches a product page; null if there is none at the URL, or it is another product's. */
export async function findProduct(address: string, itemId: string): Promise<FoundProduct | null> {
  const response = await fetch(new Request(new URL(inLanguage(address), location.href)));
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const form = [...page.querySelectorAll<HTMLFormElement>(formOfProduct)].find(
    (found) => found.dataset.itemId === itemId,
  );
  const source = form?.querySelector("[data-stoa-product]")?.textContent;
  return form === undefined || source === undefined ? null : { page, form, product: readProduct(source) };
}
