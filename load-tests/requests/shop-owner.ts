// What the owner of a demo shop looks at after a rush: orders, stock and its history, codes.
import { fail } from "k6";
import type { Answer, Body, Query } from "../lib/api.ts";
import { Owner } from "../lib/owner.ts";
import type { Site } from "../lib/site.ts";

const website = "/api/v1/websites/{websiteId}";
const limit = 200;

export type Order = Answer<`${typeof website}/orders/{orderId}`, "get">;
export type StockLevel = Answer<`${typeof website}/inventory/{variantId}`, "get">;
export type Discount = Answer<`${typeof website}/discounts`, "post">;

type Listed = Query<`${typeof website}/stock-changes`, "get">;

export class ShopOwner {
  private readonly owner: Owner;
  private readonly at: { name: string; in: { websiteId: string } };

  /** Fails if no account of a contributor is given. */
  constructor(site: Site) {
    const owner = Owner.of(site);
    if (owner === null) fail("STOA_OWNER_EMAIL and STOA_OWNER_PASSWORD are needed");
    this.owner = owner;
    this.at = { name: "admin list", in: { websiteId: site.websiteId } };
  }

  /** The ids of all orders. */
  orderIds(): string[] {
    const ids: string[] = [];
    let cursor: string | null | undefined = "";
    while (cursor !== null && cursor !== undefined) {
      const query: Query<`${typeof website}/orders`, "get"> = cursor === "" ? { limit } : { limit, cursor };
      const page: Answer<`${typeof website}/orders`, "get"> = given(
        this.owner.call("get", `${website}/orders`, { ...this.at, query }).body,
      );
      ids.push(...page.orders.map(({ id }) => id));
      cursor = page.nextPageCursor;
    }
    return ids;
  }

  /** An order with its payments. */
  order(orderId: string): Order {
    const options = { ...this.at, in: { ...this.at.in, orderId } };
    return given(this.owner.call("get", `${website}/orders/{orderId}`, options).body);
  }

  /** The variant with a stock keeping unit. */
  variant(sku: string): StockLevel {
    const { variants } = given(
      this.owner.call("get", `${website}/inventory`, { ...this.at, query: { query: sku } }).body,
    );
    return given(variants.find((variant) => variant.sku === sku) ?? null);
  }

  stock(variantId: string): StockLevel {
    const options = { ...this.at, in: { ...this.at.in, variantId } };
    return given(this.owner.call("get", `${website}/inventory/{variantId}`, options).body);
  }

  /** Sets the stock of a variant to some pieces. */
  setStock({ variantId, revision }: StockLevel, qtyInStock: number): void {
    const headers = { "If-Match": `"${revision}"` };
    const body = { unlimited: false, qtyInStock, reason: "Load test" };
    const options = { ...this.at, in: { ...this.at.in, variantId }, headers, body };
    given(this.owner.call("put", `${website}/inventory/{variantId}`, options).body);
  }

  /** The sum of all changes of a stock. */
  sumOfChanges(variantId: string): number {
    let sum = 0;
    let cursor: string | null | undefined = "";
    while (cursor !== null && cursor !== undefined) {
      const query: Listed = cursor === "" ? { variantId, limit } : { variantId, limit, cursor };
      const page: Answer<`${typeof website}/stock-changes`, "get"> = given(
        this.owner.call("get", `${website}/stock-changes`, { ...this.at, query }).body,
      );
      for (const { delta } of page.changes) sum += delta;
      cursor = page.nextPageCursor;
    }
    return sum;
  }

  /** Makes a discount with a code. */
  makeDiscount(body: Body<`${typeof website}/discounts`, "post">): Discount {
    return given(this.owner.call("post", `${website}/discounts`, { ...this.at, body }).body);
  }

  /** How often a code was used. */
  usedCount(discountId: string): number {
    const options = { ...this.at, in: { ...this.at.in, discountId } };
    return given(this.owner.call("get", `${website}/discounts/{discountId}`, options).body).usedCount;
  }
}

function given<T>(found: T | null): T {
  if (found === null) fail("a call of the owner failed");
  return found;
}

/** What was captured for an order, in minor units. */
export function captured({ payments }: Order): number {
  return payments.reduce((sum, { capturedCents }) => sum + capturedCents, 0);
}
