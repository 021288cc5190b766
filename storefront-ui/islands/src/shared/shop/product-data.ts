/** Product data in the page's markup, for its form; template data, not an API response. */
export interface ProductVariant {
  id: string;
  sku: string;
  attributes: Record<string, string>;
  /** Minor units. */
  price: number;
  salePrice: number | null;
  onSale: boolean;
  /** Whether the sale price is the visitor's own, from a price list. */
  isOwn?: boolean;
  qtyInStock: number;
  unlimited: boolean;
  mainImageId: string | null;
  /** Subscription price per interval; null if there is no plan. */
  subscriberPrice: VariantPrice | null;
}

/** Minor units. */
export interface VariantPrice {
  price: number;
  salePrice: number | null;
  onSale: boolean;
  /** Whether the sale price is the visitor's own, from a price list. */
  isOwn?: boolean;
}

export interface ProductPicture {
  id: string;
  assetUrl: string;
  srcset: string;
}

/** A field that the customer fills in before the product is added. */
export interface AdditionalField {
  id: string;
  type: string;
  title: string;
  required: boolean;
  options: string[];
}

export interface ProductData {
  id: string;
  title: string;
  /** The short description as plain text. */
  excerpt: string;
  productType: number;
  /** Names of the options, in order. */
  options: string[];
  variants: ProductVariant[];
  /** Sold by subscription only. */
  isSubscribable: boolean;
  /** Billing interval of the subscription, such as `every month`; null if there is no plan. */
  rhythm: string | null;
  pictures: ProductPicture[];
  additionalFields: AdditionalField[];
}

export const giftCard = 4;

type Loose = Record<string, unknown>;

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function plain(html: string): string {
  return (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim();
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function readPrice(source: Loose): VariantPrice {
  const salePrice = typeof source.salePrice === "number" ? source.salePrice : null;
  return { price: count(source.price), salePrice, onSale: source.onSale === true };
}

function readVariant(source: Loose): ProductVariant {
  const attributes = Object.entries(record(source.attributes)).map(([name, value]) => [name, text(value)]);
  return {
    id: text(source.id),
    sku: text(source.sku),
    attributes: Object.fromEntries(attributes) as Record<string, string>,
    ...readPrice(source),
    subscriberPrice: list(source.pricingOptions).map(readPrice)[0] ?? null,
    qtyInStock: count(source.qtyInStock),
    unlimited: source.unlimited === true,
    mainImageId: text(source.mainImageId) === "" ? null : text(source.mainImageId),
  };
}

/** Parses the product data of a form's page. */
export function readProduct(json: string): ProductData {
  const item = record(JSON.parse(json));
  const content = record(item.structuredContent);
  const options = list(content.options).map((option) => text(option.name));
  return {
    id: text(item.id),
    title: text(item.title),
    excerpt: plain(text(item.excerpt)),
    productType: count(content.productType),
    options: options.filter((name) => name !== ""),
    variants: list(content.variants).map(readVariant),
    isSubscribable: content.isSubscribable === true,
    rhythm: list(content.productSubscriptionOptions).map((option) => text(option.text))[0] ?? null,
    additionalFields: list(record(content.additionalFieldsForm).fields).map((field) => ({
      id: text(field.id),
      type: text(field.type),
      title: text(field.title),
      required: field.required === true,
      options: Array.isArray(field.options) ? field.options.map(text) : [],
    })),
    pictures: list(item.items).map((picture) => ({
      id: text(picture.id),
      assetUrl: text(picture.assetUrl),
      srcset: text(picture.srcset),
    })),
  };
}
