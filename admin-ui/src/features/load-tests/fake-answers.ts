import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse } from "@/testing/route";
import { madeNothing } from "@/testing/samples/sample-load-tests";

const path = "/api/v1/websites/{websiteId}/load-tests";

export const handlers = [
  on("get", path, ({ request }) => {
    authorise(request, "developer-keys", "read");
    return backEnd.loadTests;
  }),
  on("put", path, async ({ request }) => {
    authorise(request, "developer-keys", "write");
    const { revision } = backEnd.loadTests;
    if (request.headers.get("If-Match") !== `"${revision}"`)
      return refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    const change = (await request.json()) as RequestOf<typeof path, "put">;
    backEnd.loadTests = { ...backEnd.loadTests, ...change, revision: revision + 1 };
    return backEnd.loadTests;
  }),
  on(
    "post",
    `${path}/key`,
    ({ request }) => {
      authorise(request, "developer-keys", "write");
      backEnd.loadTests = { ...backEnd.loadTests, hasKey: true, revision: backEnd.loadTests.revision + 1 };
      return { key: "sesame" };
    },
    () => ({ status: 201 }),
  ),
  on("get", `${path}/runs`, ({ request, query }) => {
    authorise(request, "developer-keys", "read");
    const { items: runs, ...listing } = paged(backEnd.loadRuns, query);
    return { runs, ...listing };
  }),
  on(
    "delete",
    `${path}/runs/{runId}`,
    ({ request, path: { runId } }) => {
      authorise(request, "developer-keys", "delete");
      const run = backEnd.loadRuns.find(({ id }) => id === runId) ?? refuse(404, "not-found", "Not found");
      // Half of the orders are removed so far.
      const removed = { ...madeNothing, orders: Math.floor(run.made.orders / 2) };
      const removing = { ...run, state: "removing" as const, removed };
      backEnd.loadRuns = backEnd.loadRuns.map((other) => (other.id === runId ? removing : other));
      return removing;
    },
    () => ({ status: 202 }),
  ),
];
