import type { FieldPath } from "react-hook-form";
import { moneyToText, parseMoney } from "@/shared/money/money";
import type { Product, ProductChange, StockChange } from "../api";

/** A product as the form shows it: amounts and counts as text. */
export interface ProductForm {
  name: string;
  excerpt: string;
  description: string;
  visible: boolean;
  taxable: boolean;
  tags: string;
  useCustomAddButtonText: boolean;
  customAddButtonText: string;
  variants: VariantForm[];
}

export interface VariantForm {
  variantId: string;
  label: string;
  sku: string;
  price: string;
  onSale: boolean;
  salePrice: string;
  unlimited: boolean;
  stock: string;
  weight: string;
}

export function formOf(product: Product): ProductForm {
  const { currency } = product;
  return {
    name: product.name,
    excerpt: product.excerpt,
    description: product.description,
    visible: product.visible,
    taxable: product.taxable,
    tags: product.tags.join(", "),
    useCustomAddButtonText: product.useCustomAddButtonText,
    customAddButtonText: product.customAddButtonText,
    variants: product.variants.map((variant) => ({
      variantId: variant.id,
      label: product.variantOptionOrdering.map((option) => variant.attributes[option]).filter(Boolean).join(" / "),
      sku: variant.sku,
      price: moneyToText(variant.priceCents, currency),
      onSale: variant.onSale,
      salePrice:
        variant.salePriceCents === null || variant.salePriceCents === undefined
          ? ""
          : moneyToText(variant.salePriceCents, currency),
      unlimited: variant.unlimited,
      stock: String(variant.qtyInStock),
      weight: variant.weightGrams === 0 ? "" : String(variant.weightGrams),
    })),
  };
}

function minorUnits(text: string, currency: string): number | null {
  const parsed = parseMoney(text.trim(), currency);
  return parsed.ok ? parsed.minor : null;
}

/** What to send for the product itself; the form has checked the amounts before. */
export function changeOf(form: ProductForm, product: Product): ProductChange {
  return {
    name: form.name.trim(),
    excerpt: form.excerpt,
    description: form.description,
    visible: form.visible,
    taxable: form.taxable,
    tags: form.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    useCustomAddButtonText: form.useCustomAddButtonText,
    customAddButtonText: form.customAddButtonText,
    variants: form.variants.map((variant) => ({
      id: variant.variantId,
      sku: variant.sku.trim(),
      priceCents: minorUnits(variant.price, product.currency) ?? 0,
      salePriceCents: variant.salePrice.trim() === "" ? null : minorUnits(variant.salePrice, product.currency),
      onSale: variant.onSale,
      weightGrams: Number(variant.weight.trim()),
    })),
    revision: product.revision,
  };
}

/** The stock that differs from what the server said; stock has a call of its own. */
export function stockChangesOf(form: ProductForm, product: Product): StockChange[] {
  return form.variants.flatMap((variant) => {
    const before = product.variants.find(({ id }) => id === variant.variantId);
    const qtyInStock = variant.unlimited ? (before?.qtyInStock ?? 0) : Number(variant.stock);
    if (before && before.unlimited === variant.unlimited && before.qtyInStock === qtyInStock) return [];
    return [{ variantId: variant.variantId, unlimited: variant.unlimited, qtyInStock }];
  });
}

const fieldByApiName: Record<string, string> = { priceCents: "price", salePriceCents: "salePrice", qtyInStock: "stock", weightGrams: "weight" };
const productFields = ["name", "excerpt", "description", "visible", "taxable", "tags", "useCustomAddButtonText", "customAddButtonText"] as const;

/** The form's field for a field name of the API. */
export function fieldOf(apiName: string, variants: { variantId: string }[]): FieldPath<ProductForm> | null {
  const plain = productFields.find((field) => field === apiName);
  if (plain !== undefined) return plain;
  const [list, place, name] = apiName.split(".");
  if (list !== "variants" || place === undefined || name === undefined) return null;
  const index = /^\d+$/.test(place) ? Number(place) : variants.findIndex(({ variantId }) => variantId === place);
  if (index < 0 || index >= variants.length) return null;
  const field = fieldByApiName[name] ?? name;
  const known = (["sku", "price", "salePrice", "onSale", "unlimited", "stock", "weight"] as const).find((key) => key === field);
  return known === undefined ? null : `variants.${index}.${known}`;
}
