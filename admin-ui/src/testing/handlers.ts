import { http, HttpResponse } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise, checkCrumb, cookieOf, sessionFor, whoHasEmail } from "./access";
import { backEnd, password } from "./back-end";
import { blockKinds } from "./block-kinds";
import { drawPage } from "./draw-page";
import { priceHandlers } from "./price-handlers";
import { orderHandlers } from "./order-handlers";
import { on, paged, refuse } from "./route";
import { templateFiles } from "./template-files";

const site = "/api/v1/websites/{websiteId}";
const shop = "/api/content-service/product/1.1/websites/{websiteId}/products";

function found<T>(thing: T | undefined): T {
  return thing ?? refuse(404, "not-found", "There is no such thing.");
}

async function bodyOf<T>(request: Request): Promise<T> {
  return (await request.json()) as T;
}

const session = [
  on(
    "post",
    "/api/auth/session",
    async ({ request, origin }) => {
      checkCrumb(request);
      const given = await bodyOf<RequestOf<"/api/auth/session", "post">>(request.clone() as Request);
      const who = whoHasEmail(given.email);
      if (who === null || given.password !== password) return refuse(401, "sign-in-failed", "Sign-in failed.");
      if (typeof document !== "undefined") document.cookie = `refresh=${who}; path=/`;
      lastWho = who;
      return sessionFor(who, origin);
    },
    () => ({ headers: { "Set-Cookie": `refresh=${lastWho}; Path=/; HttpOnly` } }),
  ),
  on("post", "/api/auth/session/refresh", ({ request, origin }) => {
    checkCrumb(request);
    const who = cookieOf(request, "refresh");
    if (who !== "owner" && who !== "viewer") return refuse(401, "not-signed-in", "Sign in first.");
    backEnd.refreshes += 1;
    return sessionFor(who, origin);
  }),
  http.delete("*/api/auth/session", () => {
    if (typeof document !== "undefined") document.cookie = "refresh=; path=/; max-age=0";
    return new HttpResponse(null, { status: 204, headers: { "Set-Cookie": "refresh=; Path=/; Max-Age=0" } });
  }),
];
let lastWho: string = "";

const products = [
  on("get", shop, ({ request, path }) => {
    authorise(request, "products", "read");
    const collection = {
      id: "col-shop",
      websiteId: path.websiteId,
      type: 13,
      navigationTitle: "Shop",
      title: "Shop",
      urlId: "shop",
      fullUrl: "/shop",
      description: "",
      enabled: true,
      categories: [{ id: "cat-table", name: "Table" }],
      createdOn: 0,
      updatedOn: 0,
    };
    return { collections: path.websiteId === "w-juniper" ? [collection] : [] };
  }),
  on("get", `${shop}/{collectionId}/items`, ({ request, query }) => {
    authorise(request, "products", "read");
    const words = (query.get("query") ?? "").toLowerCase();
    const fitting = backEnd.products.filter((product) => product.name.toLowerCase().includes(words));
    const { items, ...more } = paged(fitting, query);
    return {
      items: items.map((product) => {
        const unlimited = product.variants.some((variant) => variant.unlimited);
        const totalStock = product.variants.reduce((sum, variant) => sum + variant.qtyInStock, 0);
        const prices = product.variants.map((variant) => variant.salePriceCents ?? variant.priceCents);
        return {
          id: product.id,
          name: product.name,
          urlId: product.urlId,
          fullUrl: product.fullUrl,
          productType: product.productType,
          imageUrl: product.images[0]?.url ?? null,
          visible: product.visible,
          variantCount: product.variants.length,
          totalStock: unlimited ? null : totalStock,
          unlimited,
          priceFromCents: Math.min(...prices),
          currency: product.currency,
          onSale: product.variants.some((variant) => variant.onSale),
          soldOut: !unlimited && totalStock === 0,
          updatedOn: product.updatedOn,
        };
      }),
      ...more,
    };
  }),
  on("get", `${shop}/{collectionId}/items/{itemId}`, ({ request, path }) => {
    authorise(request, "products", "read");
    return found(backEnd.products.find(({ id }) => id === path.itemId));
  }),
  on("put", `${shop}/{collectionId}/items/{itemId}`, async ({ request, path }) => {
    authorise(request, "products", "write");
    const product = found(backEnd.products.find(({ id }) => id === path.itemId));
    const given = await bodyOf<RequestOf<`${typeof shop}/{collectionId}/items/{itemId}`, "put">>(request);
    if (given.revision !== product.revision) return refuse(412, "revision-stale", "A newer version exists.");
    const changes = given.variants ?? [];
    const index = changes.findIndex(({ sku }) => sku === "TAKEN");
    if (index >= 0) {
      return refuse(400, "invalid", "Some fields are invalid.", { errors: { [`variants[${index}].sku`]: "This SKU is taken." } });
    }
    const variants = product.variants.map((variant) => ({
      ...variant,
      ...changes.find(({ id }) => id === variant.id),
    }));
    const changed = { ...product, ...given, variants, revision: product.revision + 1, updatedOn: Date.now() };
    backEnd.products = backEnd.products.map((candidate) => (candidate.id === product.id ? changed : candidate));
    return changed;
  }),
  on("put", `${shop}/{collectionId}/items/{itemId}/stock`, async ({ request, path }) => {
    authorise(request, "products", "write");
    const product = found(backEnd.products.find(({ id }) => id === path.itemId));
    const { variantId, unlimited, qtyInStock } =
      await bodyOf<RequestOf<`${typeof shop}/{collectionId}/items/{itemId}/stock`, "put">>(request);
    const variants = product.variants.map((variant) =>
      variant.id === variantId ? { ...variant, unlimited, qtyInStock } : variant,
    );
    const changed = { ...product, variants, revision: product.revision + 1 };
    backEnd.products = backEnd.products.map((candidate) => (candidate.id === product.id ? changed : candidate));
    return changed;
  }),
];

const pages = [
  on("get", `${site}/pages`, ({ request }) => {
    authorise(request, "content", "read");
    return { pages: backEnd.pages };
  }),
  on("get", `${site}/pages/{pageId}`, ({ request, path }) => {
    authorise(request, "content", "read");
    return found(backEnd.pages.find(({ id }) => id === path.pageId));
  }),
  on("put", `${site}/pages/{pageId}`, async ({ request, path }) => {
    authorise(request, "content", "write");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    if (request.headers.get("if-match") !== `"${page.revision}"`) return refuse(412, "revision-stale", "A newer version exists.");
    const given = await bodyOf<RequestOf<`${typeof site}/pages/{pageId}`, "put">>(request);
    const changed = { ...page, ...given, revision: page.revision + 1, hasUnpublishedChanges: true, updatedOn: Date.now() };
    backEnd.pages = backEnd.pages.map((candidate) => (candidate.id === page.id ? changed : candidate));
    return changed;
  }),
  on("post", `${site}/pages/{pageId}/publish`, ({ request, path }) => {
    authorise(request, "content", "publish");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    const changed = { ...page, publishedRevision: page.revision, publishedOn: Date.now(), hasUnpublishedChanges: false };
    backEnd.pages = backEnd.pages.map((candidate) => (candidate.id === page.id ? changed : candidate));
    return changed;
  }),
  on("post", `${site}/pages/{pageId}/preview`, async ({ request }) => {
    authorise(request, "content", "read");
    const { document } = await bodyOf<RequestOf<`${typeof site}/pages/{pageId}/preview`, "post">>(request);
    const errors = backEnd.failPreview
      ? [{ blockId: "b-story", message: "Unexpected end of a section", line: 3, column: 14 }]
      : [];
    return { html: drawPage(document), errors };
  }),
  on("get", `${site}/block-kinds`, ({ request }) => {
    authorise(request, "content", "read");
    return { blockKinds };
  }),
];

const rest = [
  on("get", `${site}/assets`, ({ request, query }) => {
    authorise(request, "content", "read");
    const { items, ...more } = paged(backEnd.assets, query, 48);
    return { assets: items, ...more };
  }),
  on("get", `${site}/mail`, ({ request, query }) => {
    authorise(request, "orders", "read");
    const { items, ...more } = paged(backEnd.mail, query);
    return { messages: items, ...more };
  }),
  on("get", `${site}/mail/{mailId}`, ({ request, path }) => {
    authorise(request, "orders", "read");
    return found(backEnd.mail.find(({ id }) => id === path.mailId));
  }),
  on("get", `${site}/forms/{formId}/submissions`, ({ request, path, query }) => {
    authorise(request, "submissions", "read");
    const { items, ...more } = paged(backEnd.submissions.filter(({ formId }) => formId === path.formId), query);
    return { submissions: items, ...more };
  }),
  on("get", `${site}/plugins`, ({ request }) => {
    authorise(request, "plugins", "read");
    return { plugins: backEnd.plugins };
  }),
  on("get", `${site}/settings`, ({ request }) => {
    authorise(request, "site-settings", "read");
    return backEnd.settings;
  }),
  on("put", `${site}/settings`, async ({ request }) => {
    authorise(request, "site-settings", "write");
    const given = await bodyOf<RequestOf<`${typeof site}/settings`, "put">>(request);
    backEnd.settings = { ...backEnd.settings, ...given, revision: backEnd.settings.revision + 1 };
    return backEnd.settings;
  }),
  http.get("*/assets/:assetId/:name", ({ params }) => {
    const hue = ([...String(params["assetId"])].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) * 13) % 360;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="hsl(${hue} 22% 74%)"/><circle cx="2" cy="1.6" r=".8" fill="hsl(${hue} 26% 46%)"/></svg>`;
    return new HttpResponse(svg, { headers: { "Content-Type": "image/svg+xml" } });
  }),
];

/** Every call the admin makes, answered from memory. */
export const handlers = [...session, ...orderHandlers, ...products, ...priceHandlers, ...pages, ...templateFiles, ...rest];
