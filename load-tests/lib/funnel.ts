// How far visits go.
import { list } from "./env.ts";
import type { Random } from "./random.ts";

/** How far a visit goes; each step includes those before it. */
export type Depth = "visit" | "product" | "cart" | "order";

/** Of how many visits, how many go how far: of 100 visits, 30 see a product, 8 fill a cart, 3 order. */
const usual = [100, 30, 8, 3];

function shares(): number[] {
  const given = list("STOA_FUNNEL").map(Number);
  const counts = given.length === 0 ? usual : given;
  const isFunnel = counts.every((count, index) => count >= 0 && (index === 0 || count <= (counts[index - 1] ?? 0)));
  if (counts.length !== usual.length || !isFunnel || !counts[0]) {
    throw new Error("STOA_FUNNEL should be four falling numbers: visits, products seen, carts, orders");
  }
  return counts;
}

const [visits = 1, products = 0, carts = 0, orders = 0] = shares();

/** The share of the visits that go at least so far. */
export function shareOf(least: Exclude<Depth, "visit">): number {
  return { product: products, cart: carts, order: orders }[least] / visits;
}

/** How far the next visit goes. */
export function depth(random: Random): Depth {
  const place = random() * visits;
  if (place < orders) return "order";
  if (place < carts) return "cart";
  return place < products ? "product" : "visit";
}
