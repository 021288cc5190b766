import type { HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/product-reviews" as const;
const reply = `${list}/{reviewId}/reply` as const;

const reviewOf = (id: string) =>
  backEnd.productReviews.find((review) => review.id === id) ?? refuse(404, "not-found", "Not found");

function counts() {
  const of = (state: string) => backEnd.productReviews.filter((review) => review.state === state).length;
  return { awaiting: of("AWAITING"), published: of("PUBLISHED"), rejected: of("REJECTED") };
}

/** Product reviews. */
export const handlers: HttpHandler[] = [
  on("get", list, ({ request, query }) => {
    authorise(request, "products", "read");
    const words = (query.get("q") ?? "").toLowerCase();
    const state = query.get("state");
    const wanted = backEnd.productReviews.filter(
      (review) =>
        (state === null || review.state === state) &&
        `${review.productName} ${review.text} ${review.author}`.toLowerCase().includes(words),
    );
    const { items, ...more } = paged(wanted, query);
    return { reviews: items, counts: counts(), ...more };
  }),
  on("post", `${list}/states`, async ({ request }) => {
    authorise(request, "products", "publish");
    const { ids, state } = (await request.json()) as RequestOf<`${typeof list}/states`, "post">;
    const changed = ids.map(reviewOf);
    for (const review of changed) review.state = state;
    return { reviews: changed };
  }),
  on("put", reply, async ({ request, path }) => {
    authorise(request, "products", "publish");
    const { text } = (await request.json()) as RequestOf<typeof reply, "put">;
    return Object.assign(reviewOf(path.reviewId), { reply: text.trim() });
  }),
];
