import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse } from "@/testing/route";

const shop = "/api/content-service/product/1.1/websites/{websiteId}/products";
const items = `${shop}/{collectionId}/items` as const;
const item = `${items}/{itemId}` as const;
const all = "/api/v1/websites/{websiteId}/products";
const categories = `${shop}/{collectionId}/categories` as const;

type Collection = Answer<typeof shop, "get">["collections"][number];
type Product = Answer<typeof item, "get">;
type Fields = Omit<RequestOf<typeof item, "put">, "revision">;

function found<T>(thing: T | undefined): T {
  return thing ?? refuse(404, "not-found", "Not found");
}

async function bodyOf<T>(request: Request): Promise<T> {
  return (await request.json()) as T;
}

function collection(websiteId: string, { id, title }: { id: string; title: string }): Collection {
  return {
    id,
    websiteId,
    type: 13,
    navigationTitle: title,
    title,
    urlId: title.toLowerCase(),
    fullUrl: `/${title.toLowerCase()}`,
    description: "",
    enabled: true,
    rootCategoryId: "cat-all",
    productCount: backEnd.products.filter(({ collectionId }) => collectionId === id).length,
    productLimit: 200,
    createdOn: 0,
    updatedOn: 0,
  };
}

function summaryOf(product: Product): Answer<typeof items, "get">["items"][number] {
  const unlimited = product.variants.some((variant) => variant.unlimited);
  const totalStock = product.variants.reduce((sum, variant) => sum + variant.qtyInStock, 0);
  return {
    id: product.id,
    collectionId: product.collectionId,
    name: product.name,
    urlId: product.urlId,
    fullUrl: product.fullUrl,
    productType: product.productType,
    imageUrl: product.images[0]?.url ?? null,
    visible: product.visible,
    status: product.status,
    publishOn: product.publishOn ?? null,
    variantCount: product.variants.length,
    totalStock: unlimited ? null : totalStock,
    unlimited,
    priceFromCents: Math.min(...product.variants.map((variant) => variant.salePriceCents ?? variant.priceCents)),
    currency: product.currency,
    onSale: product.variants.some((variant) => variant.onSale),
    soldOut: !unlimited && totalStock === 0,
    updatedOn: product.updatedOn,
  };
}

function variantsOf(before: Product | null, given: Fields): Product["variants"] {
  const rows = given.variants ?? [];
  const taken = rows.findIndex(({ sku }) => sku === "TAKEN");
  if (taken >= 0) {
    refuse(400, "validation-failed", "Another product has this SKU.", {
      errors: { [`variants[${taken}].sku`]: "Another product has this SKU." },
    });
  }
  const moved = rows.flatMap(({ id, stock }, index) => {
    const known = before?.variants.find((variant) => variant.id === id);
    const isSeen = known === undefined || !stock || stock.seen === (known.unlimited ? -1 : known.qtyInStock);
    return isSeen ? [] : [{ index, known }];
  });
  if (moved.length > 0) {
    refuse(409, "stock-moved", "Stock has changed in the meantime. Nothing was saved.", {
      errors: Object.fromEntries(
        moved.map(({ index, known }) => [
          `variants[${index}].stock.qtyInStock`,
          `The stock has changed in the meantime: there are ${known.qtyInStock} now.`,
        ]),
      ),
      stock: moved.map(({ known: { id: variantId, unlimited, qtyInStock } }) => ({ variantId, unlimited, qtyInStock })),
    } as Parameters<typeof refuse>[3]);
  }
  return rows.map(({ id, stock, ...row }, index) => {
    const known = before?.variants.find((variant) => variant.id === id);
    return {
      id: known?.id ?? `v-${index}`,
      sku: row.sku ?? "",
      attributes: row.attributes,
      priceCents: row.priceCents,
      salePriceCents: row.salePriceCents ?? null,
      onSale: row.onSale,
      weightGrams: row.weightGrams,
      mainImageId: row.mainImageId ?? null,
      unlimited: stock?.unlimited ?? known?.unlimited ?? false,
      qtyInStock: stock?.qtyInStock ?? known?.qtyInStock ?? 0,
    };
  });
}

function applied(product: Product, given: Fields): Product {
  const status = given.status ?? product.status;
  return {
    ...product,
    name: given.name ?? product.name,
    status,
    visible: status === "published",
    publishOn: given.publishOn ?? null,
    tags: given.tags ?? product.tags,
    categories: given.categories ?? product.categories,
    seoTitle: given.seoTitle ?? product.seoTitle,
    noIndex: given.noIndex ?? product.noIndex,
    shareImageId: (given.shareImageId ?? product.shareImageId) || null,
    variantOptionOrdering: given.variantOptionOrdering ?? product.variantOptionOrdering,
    variants: given.variants === null || given.variants === undefined ? product.variants : variantsOf(product, given),
    revision: product.revision + 1,
    updatedOn: Date.now(),
  };
}

function keep(product: Product): Product {
  backEnd.products = backEnd.products.map((candidate) => (candidate.id === product.id ? product : candidate));
  return product;
}

function fitting(products: readonly Product[], query: URLSearchParams) {
  const words = (query.get("query") ?? "").toLowerCase();
  const status = query.get("status");
  const { items: rows, ...more } = paged(
    products.filter(
      (product) => product.name.toLowerCase().includes(words) && (status === null || product.status === status),
    ),
    query,
  );
  return { items: rows.map(summaryOf), ...more };
}

function changedMany(given: RequestOf<`${typeof items}/bulk`, "post">): Answer<`${typeof items}/bulk`, "post"> {
  const results = given.itemIds.map((itemId) => {
    const product = found(backEnd.products.find(({ id }) => id === itemId));
    const priced = product.variants.some(({ salePriceCents }) => salePriceCents !== null);
    if (given.action === "start-sale" && !priced) {
      return { itemId, success: false, error: "The variant has no sale price. Enter one first." };
    }
    if (given.action === "change-price" && given.price?.way === "percent") {
      const factor = 10_000 + given.price.value;
      const variants = product.variants.map((row) => ({
        ...row,
        priceCents: Math.floor((row.priceCents * factor + 5_000) / 10_000),
      }));
      keep({ ...product, variants });
    }
    if (given.action === "add-tags") keep({ ...product, tags: [...product.tags, ...(given.tags ?? [])] });
    if (given.action === "hide") keep({ ...product, status: "draft", visible: false });
    if (given.action === "delete") backEnd.products = backEnd.products.filter(({ id }) => id !== itemId);
    return { itemId, success: true, error: null };
  });
  return { results };
}

/** Product endpoints. */
export const handlers = [
  on("get", shop, ({ request, path }) => {
    authorise(request, "products", "read");
    const stores = path.websiteId === "w-juniper" ? backEnd.stores : [];
    return { collections: stores.map((store) => collection(path.websiteId, store)) };
  }),
  on("get", categories, ({ request }) => {
    authorise(request, "products", "read");
    return { categories: backEnd.categories };
  }),
  on("get", `${item}/subscription-plan`, ({ request }) => {
    authorise(request, "products", "read");
    return { plan: null };
  }),
  on("get", `${item}/donation-terms`, ({ request }) => {
    authorise(request, "products", "read");
    return { terms: backEnd.donationTerms };
  }),
  on("put", `${item}/donation-terms`, async ({ request }) => {
    authorise(request, "products", "write");
    const given = await bodyOf<RequestOf<`${typeof item}/donation-terms`, "put">>(request);
    backEnd.donationTerms = { ...given, revision: given.revision + 1 };
    return { terms: backEnd.donationTerms };
  }),
  on("get", items, ({ request, path, query }) => {
    authorise(request, "products", "read");
    return fitting(
      backEnd.products.filter(({ collectionId }) => collectionId === path.collectionId),
      query,
    );
  }),
  on("get", all, ({ request, query }) => {
    authorise(request, "products", "read");
    return fitting(
      backEnd.products.toSorted((one, other) => one.name.localeCompare(other.name)),
      query,
    );
  }),
  on("post", items, async ({ request, path }) => {
    authorise(request, "products", "write");
    const given = await bodyOf<RequestOf<typeof items, "post">>(request);
    const frame = found(backEnd.products[0]);
    const made = applied(
      { ...frame, id: "p-new", collectionId: path.collectionId, variants: variantsOf(null, given) },
      given,
    );
    backEnd.products = [...backEnd.products, { ...made, productType: given.productType, revision: 1 }];
    return made;
  }),
  on("post", `${items}/bulk`, async ({ request }) => {
    authorise(request, "products", "write");
    return changedMany(await bodyOf(request));
  }),
  on("post", `${all}/bulk`, async ({ request }) => {
    authorise(request, "products", "write");
    return changedMany(await bodyOf(request));
  }),
  http.put("*/items/:itemId/place", async ({ request, params }) => {
    const { afterItemId } = await bodyOf<RequestOf<`${typeof item}/place`, "put">>(request);
    const moved = found(backEnd.products.find(({ id }) => id === params["itemId"]));
    const others = backEnd.products.filter((product) => product !== moved);
    const at = others.findIndex(({ id }) => id === afterItemId) + 1;
    backEnd.products = [...others.slice(0, at), moved, ...others.slice(at)];
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", item, ({ request, path }) => {
    authorise(request, "products", "read");
    return found(backEnd.products.find(({ id }) => id === path.itemId));
  }),
  on("put", item, async ({ request, path }) => {
    authorise(request, "products", "write");
    const product = found(backEnd.products.find(({ id }) => id === path.itemId));
    const given = await bodyOf<RequestOf<typeof item, "put">>(request);
    if (given.revision !== product.revision)
      return refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    return keep(applied(product, given));
  }),
];
