import { useState } from "react";
import { useCreateProductMutation, useUpdateProductMutation, type CollectionRef } from "./api";
import type { ImportedProduct } from "./import-api";

/** A product that was not made or changed, and why. */
interface FailedProduct {
  product: ImportedProduct;
  error: unknown;
}

/** Problems of the connection or of the server as a whole: the products after it would have them too. */
const MOST_FAILURES_IN_A_ROW = 3;

/**
 * Makes and changes products one after the other. What has failed can be tried again: a product that was made has its SKUs, so
 * that it is not made twice.
 */
export function useProductImport(store: CollectionRef) {
  const [create] = useCreateProductMutation();
  const [update] = useUpdateProductMutation();
  const [done, setDone] = useState<number | null>(null);
  const save = async ({ itemId, revision, productType, fields }: ImportedProduct): Promise<void> => {
    const isNew = itemId === undefined || itemId === null;
    if (isNew) await create({ ...store, product: { ...fields, productType } }).unwrap();
    else await update({ ...store, itemId, change: { ...fields, revision: revision ?? 0 } }).unwrap();
  };
  const run = async (products: ImportedProduct[]): Promise<FailedProduct[]> => {
    const failed: FailedProduct[] = [];
    let inARow = 0;
    setDone(0);
    for (const [index, product] of products.entries()) {
      try {
        await save(product);
        inARow = 0;
      } catch (error) {
        failed.push({ product, error });
        inARow += 1;
        if (inARow === MOST_FAILURES_IN_A_ROW) {
          failed.push(...products.slice(index + 1).map((left) => ({ product: left, error })));
          break;
        }
      }
      setDone(index + 1);
    }
    setDone(null);
    return failed;
  };
  return { run, /** Number of products so far; null if none are being saved. */ done };
}
