import type { FieldPath, UseFieldArrayReturn } from "react-hook-form";
import { momentToText, parseMoment } from "@/shared/i18n/local-time";
import { moneyToText, parseMoney } from "@/shared/money/money";
import type { NewProduct, Product, ProductChange, ProductStatus } from "../api";
import { productTypes } from "../product-types";
import type { OptionForm, VariantForm } from "./variant-matrix";

export type FieldType = Product["additionalFields"][number]["type"];

/** Form state of an additional field; choices one per line. */
interface FieldForm {
  key: string;
  type: FieldType;
  title: string;
  required: boolean;
  options: string;
}

export interface ImageForm {
  assetId: string;
  url: string;
  altText: string;
  focalX: number;
  focalY: number;
}

/** Form state of a product: amounts, counts and dates as text. */
export interface ProductForm {
  name: string;
  urlId: string;
  excerpt: string;
  description: string;
  status: ProductStatus;
  publishOn: string;
  taxable: boolean;
  tags: string;
  categories: string[];
  images: ImageForm[];
  useCustomAddButtonText: boolean;
  customAddButtonText: string;
  customSoldOutText: string;
  seoTitle: string;
  seoDescription: string;
  noIndex: boolean;
  /** Empty for the main image. */
  shareImageId: string;
  related: string[];
  scarcityEnabled: boolean;
  scarcityText: string;
  scarcityShownByDefault: boolean;
  additionalFields: FieldForm[];
  options: OptionForm[];
  variants: VariantForm[];
}

/** The variant rows, shared by the cards that add or remove some. */
export interface VariantTable extends Pick<
  UseFieldArrayReturn<ProductForm, "variants">,
  "fields" | "replace" | "remove"
> {
  /** The rows with their current input. */
  now: () => VariantForm[];
  /** Sets a field of all rows to the same text, as if typed into each. */
  setAll: (field: "price" | "salePrice" | "weight" | "stock", text: string) => void;
}

/** Whether stock can be tracked: files and gift cards are never sold out. */
export function canTrackStock(productType: number): boolean {
  return productType !== productTypes.digital && productType !== productTypes.giftCard;
}

/** Whether the type is shipped, so that it has a weight. */
export function hasWeight(productType: number): boolean {
  return productType === productTypes.physical;
}

/** Gift cards are money: no sale price and no tax. */
export function isGiftCard(productType: number): boolean {
  return productType === productTypes.giftCard;
}

/** Only physical products are tracked by default. */
export function tracksStockByDefault(productType: number): boolean {
  return productType === productTypes.physical;
}

/** Form of a new product of a type. */
export function emptyForm(productType: number): ProductForm {
  return {
    name: "",
    urlId: "",
    excerpt: "",
    description: "",
    status: "draft",
    publishOn: "",
    taxable: true,
    tags: "",
    categories: [],
    images: [],
    useCustomAddButtonText: false,
    customAddButtonText: "",
    customSoldOutText: "",
    seoTitle: "",
    seoDescription: "",
    noIndex: false,
    shareImageId: "",
    related: [],
    scarcityEnabled: false,
    scarcityText: "",
    scarcityShownByDefault: false,
    additionalFields: [],
    options: [],
    variants: [
      {
        variantId: "",
        values: [],
        sku: "",
        price: "",
        onSale: false,
        salePrice: "",
        unlimited: !tracksStockByDefault(productType),
        stock: "0",
        seen: null,
        weight: "",
        mainImageId: "",
      },
    ],
  };
}

function optionsOf(product: Product): OptionForm[] {
  return product.variantOptionOrdering.map((name) => {
    const values = product.variants.map((variant) => variant.attributes[name] ?? "").filter((value) => value !== "");
    return { name, values: [...new Set(values)] };
  });
}

export function formOf(product: Product): ProductForm {
  const { currency } = product;
  return {
    name: product.name,
    urlId: product.urlId,
    excerpt: product.excerpt,
    description: product.description,
    status: product.status,
    publishOn: momentToText(product.publishOn),
    taxable: product.taxable,
    tags: product.tags.join(", "),
    categories: product.categories,
    images: product.images.map(({ id, url, altText, focalX, focalY }) => ({
      assetId: id,
      url,
      altText,
      focalX,
      focalY,
    })),
    useCustomAddButtonText: product.useCustomAddButtonText,
    customAddButtonText: product.customAddButtonText,
    customSoldOutText: product.customSoldOutText,
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    noIndex: product.noIndex,
    shareImageId: product.shareImageId ?? "",
    related: product.relatedProductIds,
    scarcityEnabled: product.scarcity.enabled,
    scarcityText: product.scarcity.text ?? "",
    scarcityShownByDefault: product.scarcity.shownByDefault ?? false,
    additionalFields: product.additionalFields.map(({ id, type, title, required, options }) => ({
      key: id,
      type,
      title,
      required: required ?? false,
      options: (options ?? []).join("\n"),
    })),
    options: optionsOf(product),
    variants: product.variants.map((variant) => ({
      variantId: variant.id,
      values: product.variantOptionOrdering.map((name) => variant.attributes[name] ?? ""),
      sku: variant.sku,
      price: moneyToText(variant.priceCents, currency),
      onSale: variant.onSale,
      salePrice: variant.salePriceCents == null ? "" : moneyToText(variant.salePriceCents, currency),
      unlimited: variant.unlimited,
      stock: String(variant.qtyInStock),
      seen: stockSeen(variant),
      weight: variant.weightGrams === 0 ? "" : String(variant.weightGrams),
      mainImageId: variant.mainImageId ?? "",
    })),
  };
}

function minorUnits(text: string, currency: string): number {
  const parsed = parseMoney(text.trim(), currency);
  return parsed.ok ? parsed.minor : 0;
}

function lines(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

type Fields = Omit<ProductChange, "revision">;
type Stock = NonNullable<NonNullable<Fields["variants"]>[number]["stock"]>;

/** Stock as one number: -1 if it is not tracked. */
export function stockSeen({ unlimited, qtyInStock }: { unlimited: boolean; qtyInStock: number }): number {
  return unlimited ? -1 : qtyInStock;
}

/** The stock to send: only if it was changed here, so that sales made meanwhile stay counted. */
function stockOf({ unlimited, stock, seen }: VariantForm): { stock?: Stock } {
  const qtyInStock = unlimited ? Math.max(seen ?? 0, 0) : Number(stock.trim());
  if (seen === null) return { stock: { unlimited, qtyInStock } };
  return stockSeen({ unlimited, qtyInStock }) === seen ? {} : { stock: { unlimited, qtyInStock, seen } };
}

/** Sale price of a variant; none for types without one, since its validation error would have no field. */
function saleOf({ onSale, salePrice }: VariantForm, currency: string, productType: number) {
  if (isGiftCard(productType)) return { salePriceCents: null, onSale: false };
  return { salePriceCents: salePrice.trim() === "" ? null : minorUnits(salePrice, currency), onSale };
}

function fieldsOf(form: ProductForm, currency: string, productType: number): Fields {
  const names = form.options.map(({ name }) => name.trim());
  return {
    name: form.name.trim(),
    urlId: form.urlId.trim(),
    excerpt: form.excerpt,
    description: form.description,
    status: form.status,
    publishOn: form.status === "scheduled" ? parseMoment(form.publishOn) : null,
    taxable: form.taxable,
    tags: lines(form.tags, ","),
    categories: form.categories,
    imageIds: form.images.map(({ assetId }) => assetId),
    useCustomAddButtonText: form.useCustomAddButtonText,
    customAddButtonText: form.customAddButtonText,
    customSoldOutText: form.customSoldOutText,
    seoTitle: form.seoTitle,
    seoDescription: form.seoDescription,
    noIndex: form.noIndex,
    shareImageId: form.shareImageId,
    relatedProductIds: form.related,
    scarcity: {
      enabled: form.scarcityEnabled,
      text: form.scarcityText,
      shownByDefault: form.scarcityShownByDefault,
    },
    additionalFields: form.additionalFields.map((field) => ({
      id: field.key,
      type: field.type,
      title: field.title,
      required: field.required,
      options: lines(field.options, "\n"),
    })),
    variantOptionOrdering: names,
    variants: form.variants.map((variant) => ({
      ...(variant.variantId === "" ? {} : { id: variant.variantId }),
      sku: variant.sku.trim(),
      attributes: Object.fromEntries(names.map((name, at) => [name, variant.values[at] ?? ""])),
      priceCents: minorUnits(variant.price, currency),
      ...saleOf(variant, currency, productType),
      weightGrams: Number(variant.weight.trim()),
      mainImageId: variant.mainImageId === "" ? null : variant.mainImageId,
      ...stockOf(variant),
    })),
  };
}

/** The request body for an existing product; the form has validated the amounts. */
export function changeOf(form: ProductForm, product: Product): ProductChange {
  return { ...fieldsOf(form, product.currency, product.productType), revision: product.revision };
}

/** The request body for a new product. */
export function newProductOf(form: ProductForm, productType: number, currency: string): NewProduct {
  return { ...fieldsOf(form, currency, productType), productType };
}

const sameName = new Set<string>([
  "name",
  "urlId",
  "excerpt",
  "description",
  "publishOn",
  "tags",
  "categories",
  "customAddButtonText",
  "customSoldOutText",
  "seoTitle",
  "seoDescription",
  "shareImageId",
]);
const renamed: Record<string, FieldPath<ProductForm>> = {
  relatedProductIds: "related",
  "scarcity.text": "scarcityText",
};
const ofVariant: Record<string, keyof VariantForm> = {
  sku: "sku",
  priceCents: "price",
  salePriceCents: "salePrice",
  weightGrams: "weight",
  mainImageId: "mainImageId",
  "stock.qtyInStock": "stock",
};
const ofField: Record<string, keyof FieldForm> = {
  title: "title",
  options: "options",
};

export function fieldOf(apiName: string): FieldPath<ProductForm> | null {
  if (sameName.has(apiName)) return apiName as FieldPath<ProductForm>;
  const other = renamed[apiName];
  if (other !== undefined) return other;
  const [, list, index, rest] = /^(variants|additionalFields)\.(\d+)\.(.+)$/.exec(apiName) ?? [];
  if (list === undefined || index === undefined || rest === undefined) return null;
  if (list === "variants") {
    const field = ofVariant[rest];
    return field === undefined ? null : (`variants.${Number(index)}.${field}` as FieldPath<ProductForm>);
  }
  const field = ofField[rest];
  return field === undefined ? null : (`additionalFields.${Number(index)}.${field}` as FieldPath<ProductForm>);
}
