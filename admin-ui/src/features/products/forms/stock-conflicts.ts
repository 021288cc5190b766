import { isApiError, problemCode } from "@/shared/api/api-error";
import { stockSeen, type ProductForm } from "./product-form-state";

interface Level {
  variantId: string;
  unlimited: boolean;
  qtyInStock: number;
}

function isLevel(value: unknown): value is Level {
  return (
    typeof value === "object" && value !== null && "variantId" in value && "unlimited" in value && "qtyInStock" in value
  );
}

/** The rows whose stock has changed since the form was loaded, with their current stock. */
export function stockConflicts(failure: unknown, form: ProductForm): { at: number; seen: number }[] {
  if (problemCode(failure) !== "stock-moved" || !isApiError(failure) || failure.kind !== "problem") return [];
  const { stock } = failure.problem as { stock?: unknown };
  if (!Array.isArray(stock)) return [];
  return stock.filter(isLevel).flatMap((level) => {
    const at = form.variants.findIndex(({ variantId }) => variantId === level.variantId);
    return at < 0 ? [] : [{ at, seen: stockSeen(level) }];
  });
}
