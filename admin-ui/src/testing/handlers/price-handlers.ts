import { http, HttpResponse, type HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd } from "../back-end";
import { on, paged, refuse, sorted, Refusal } from "../route";

const site = "/api/v1/websites/{websiteId}";
const resource = "discounts-tax-shipping";

interface Versioned {
  id: string;
  revision: number;
}

function found<T>(thing: T | undefined): T {
  return thing ?? refuse(404, "not-found", "Not found");
}

function changed<T extends Versioned>(all: T[], id: string, request: Request, change: object): T[] {
  const before = found(all.find((one) => one.id === id));
  if (request.headers.get("if-match") !== `"${before.revision}"`) {
    return refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
  }
  const after = { ...before, ...change, revision: before.revision + 1 };
  return all.map((one) => (one.id === id ? after : one));
}

function onDelete(noun: string, remove: (id: string) => void): HttpHandler {
  return http.delete(`*/api/v1/websites/:websiteId/${noun}/:id`, ({ request, params }) => {
    try {
      authorise(request, resource, "delete");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return HttpResponse.json(error.body, { status: error.body.status });
    }
    remove(String(params["id"]));
    return new HttpResponse(null, { status: 204 });
  });
}

type PriceListChange = RequestOf<`${typeof site}/price-lists`, "post">;

/** A price list as in responses. */
function listed(given: PriceListChange) {
  const prices = (given.prices ?? []).map((price) => {
    const product = backEnd.products.find(({ id }) => id === price.productId);
    const variant = product?.variants.find(({ id }) => id === price.variantId);
    const variantText = variant ? Object.values(variant.attributes).join(" / ") : null;
    return { ...price, productName: product?.name ?? "", variantText };
  });
  const customers = given.customers ?? [];
  return {
    ...given,
    rateBasisPoints: given.rateBasisPoints ?? 0,
    customers,
    prices,
    customerCount: customers.length,
    priceCount: prices.length,
  };
}

const versioned = { revision: 1, createdOn: 0, updatedOn: 0 };

/** Discounts, taxes, shipping zones and shop settings. */
export const handlers = [
  on("get", `${site}/discounts`, ({ request, query }) => {
    authorise(request, resource, "read");
    const words = (query.get("query") ?? "").toLowerCase();
    const fitting = backEnd.discounts.filter(
      ({ label, code, kind }) =>
        `${label} ${code ?? ""}`.toLowerCase().includes(words) &&
        (query.get("kind") ?? kind) === kind &&
        (query.get("withCode") ?? String(code != null)) === String(code != null),
    );
    const shown = sorted(fitting, query, { name: ({ label }) => label, ends: ({ endsOn }) => endsOn ?? Infinity });
    const { items, ...more } = paged(shown, query);
    return { discounts: items, ...more };
  }),
  on("post", `${site}/discounts`, async ({ request }) => {
    authorise(request, resource, "write");
    const given = (await request.json()) as RequestOf<`${typeof site}/discounts`, "post">;
    if (backEnd.discounts.some(({ code }) => code != null && code === given.code)) {
      return refuse(400, "validation-failed", "Another discount has this code.", {
        errors: { code: "Another discount has this code." },
      });
    }
    const made = { id: `d-${backEnd.discounts.length}`, usedCount: 0, moreUsed: false, ...given, ...versioned };
    backEnd.discounts = [made, ...backEnd.discounts];
    return made;
  }),
  on("get", `${site}/discounts/{discountId}`, ({ request, path }) => {
    authorise(request, resource, "read");
    return found(backEnd.discounts.find(({ id }) => id === path.discountId));
  }),
  on("put", `${site}/discounts/{discountId}`, async ({ request, path }) => {
    authorise(request, resource, "write");
    backEnd.discounts = changed(backEnd.discounts, path.discountId, request, (await request.json()) as object);
    return found(backEnd.discounts.find(({ id }) => id === path.discountId));
  }),
  onDelete("discounts", (id) => {
    backEnd.discounts = backEnd.discounts.filter((discount) => discount.id !== id);
  }),
  on("get", `${site}/price-lists`, ({ request }) => {
    authorise(request, resource, "read");
    return { priceLists: backEnd.priceLists };
  }),
  on("post", `${site}/price-lists`, async ({ request }) => {
    authorise(request, resource, "write");
    const given = (await request.json()) as PriceListChange;
    if (given.customers?.includes("gone@example.com")) {
      return refuse(400, "validation-failed", "“gone@example.com” is not an email address.", {
        errors: { customers: "“gone@example.com” is not an email address." },
      });
    }
    const made = { id: `pl-${backEnd.priceLists.length}`, ...listed(given), ...versioned };
    backEnd.priceLists = [...backEnd.priceLists, made];
    return made;
  }),
  on("get", `${site}/price-lists/{priceListId}`, ({ request, path }) => {
    authorise(request, resource, "read");
    return found(backEnd.priceLists.find(({ id }) => id === path.priceListId));
  }),
  on("put", `${site}/price-lists/{priceListId}`, async ({ request, path }) => {
    authorise(request, resource, "write");
    const change = listed((await request.json()) as PriceListChange);
    backEnd.priceLists = changed(backEnd.priceLists, path.priceListId, request, change);
    return found(backEnd.priceLists.find(({ id }) => id === path.priceListId));
  }),
  onDelete("price-lists", (id) => {
    backEnd.priceLists = backEnd.priceLists.filter((list) => list.id !== id);
  }),
  on("get", `${site}/taxes`, ({ request }) => {
    authorise(request, resource, "read");
    return { taxes: backEnd.taxes };
  }),
  on("post", `${site}/taxes`, async ({ request }) => {
    authorise(request, resource, "write");
    const given = (await request.json()) as RequestOf<`${typeof site}/taxes`, "post">;
    const made = { id: `t-${backEnd.taxes.length}`, ...given, ...versioned };
    backEnd.taxes = [...backEnd.taxes, made];
    return made;
  }),
  on("get", `${site}/taxes/{taxId}`, ({ request, path }) => {
    authorise(request, resource, "read");
    return found(backEnd.taxes.find(({ id }) => id === path.taxId));
  }),
  on("put", `${site}/taxes/{taxId}`, async ({ request, path }) => {
    authorise(request, resource, "write");
    backEnd.taxes = changed(backEnd.taxes, path.taxId, request, (await request.json()) as object);
    return found(backEnd.taxes.find(({ id }) => id === path.taxId));
  }),
  onDelete("taxes", (id) => {
    backEnd.taxes = backEnd.taxes.filter((tax) => tax.id !== id);
  }),
  on("get", `${site}/shipping-zones`, ({ request }) => {
    authorise(request, resource, "read");
    return { zones: backEnd.zones };
  }),
  on("post", `${site}/shipping-zones`, async ({ request }) => {
    authorise(request, resource, "write");
    const given = (await request.json()) as RequestOf<`${typeof site}/shipping-zones`, "post">;
    const made = { id: `z-${backEnd.zones.length}`, ...given, ...versioned };
    backEnd.zones = [...backEnd.zones, made];
    return made;
  }),
  on("get", `${site}/shipping-zones/{zoneId}`, ({ request, path }) => {
    authorise(request, resource, "read");
    return found(backEnd.zones.find(({ id }) => id === path.zoneId));
  }),
  on("put", `${site}/shipping-zones/{zoneId}`, async ({ request, path }) => {
    authorise(request, resource, "write");
    backEnd.zones = changed(backEnd.zones, path.zoneId, request, (await request.json()) as object);
    return found(backEnd.zones.find(({ id }) => id === path.zoneId));
  }),
  onDelete("shipping-zones", (id) => {
    backEnd.zones = backEnd.zones.filter((zone) => zone.id !== id);
  }),
  on("get", `${site}/store-settings`, ({ request }) => {
    authorise(request, resource, "read");
    return backEnd.storeSettings;
  }),
  on("put", `${site}/store-settings`, async ({ request }) => {
    authorise(request, resource, "write");
    const given = (await request.json()) as RequestOf<`${typeof site}/store-settings`, "put">;
    backEnd.storeSettings = { ...backEnd.storeSettings, ...given, revision: backEnd.storeSettings.revision + 1 };
    return backEnd.storeSettings;
  }),
];
