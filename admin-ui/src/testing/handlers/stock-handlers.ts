import { HttpResponse, http } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd } from "../back-end";
import { on, paged, refuse, sorted } from "../route";
import type { StockLevel } from "../samples/sample-stock";

const site = "/api/v1/websites/{websiteId}";
type StockSheet = Answer<`${typeof site}/inventory/sheet`, "post">;
const restock = "/api/site-users/account/notifications/restock";

function waiting(variantId: string): number {
  return backEnd.signUps.filter((signUp) => signUp.variantId === variantId && signUp.notifiedOn == null).length;
}

function found(variantId: string): StockLevel {
  const known = backEnd.levels.find((one) => one.variantId === variantId);
  if (known === undefined) return refuse(404, "not-found", "Not found");
  return { ...known, waiting: waiting(variantId) };
}

function keep(before: StockLevel, qtyInStock: number, unlimited: boolean, note: string): StockLevel {
  const after = {
    ...before,
    qtyInStock,
    unlimited,
    isLow: !unlimited && qtyInStock <= 5,
    revision: unlimited ? -1 : qtyInStock,
  };
  backEnd.levels = backEnd.levels.map((one) => (one.variantId === after.variantId ? after : one));
  const change = {
    id: `stk-${backEnd.stockChanges.length}`,
    delta: qtyInStock - before.qtyInStock,
    reason: "manual" as const,
    note,
    orderId: null,
    orderNumber: null,
    actor: "acc-owner",
    actorName: "Robin Hale",
    createdOn: 1_700_000_000_000,
  };
  backEnd.stockChanges = [{ variantId: after.variantId, change }, ...backEnd.stockChanges];
  return after;
}

type ManyChanges = RequestOf<`${typeof site}/inventory/changes`, "post">;
type ChangedLine = Answer<`${typeof site}/inventory/changes`, "post">["lines"][number];

function changeLine({ variantId, change }: ManyChanges["lines"][number], reason: string): ChangedLine {
  const before = backEnd.levels.find((level) => level.variantId === variantId);
  const answer = (outcome: ChangedLine["outcome"], message: string | null = null) => ({
    variantId,
    outcome,
    message,
    level: before === undefined ? null : found(variantId),
  });
  if (before === undefined) return answer("not-found", "It no longer exists.");
  if (change.way === "add") {
    if (before.qtyInStock + change.delta < 0) return answer("conflict", `Only ${before.qtyInStock} left in stock.`);
    keep(before, before.qtyInStock + change.delta, false, reason);
    return answer("changed");
  }
  if (before.revision !== change.revision) return answer("conflict", "The stock has changed in the meantime.");
  keep(before, change.way === "set" ? change.qtyInStock : 0, change.way === "unlimited", reason);
  return answer("changed");
}

/** Parses lines such as `MUG-10,9` after a header line. */
function readSheet(text: string): StockSheet {
  const sheet: StockSheet = { changes: [], badLines: [], unchanged: 0 };
  for (const [index, row] of text.trim().split("\n").entries()) {
    const [sku = "", written = ""] = row.split(",");
    if (index === 0) continue;
    const level = backEnd.levels.find((one) => one.sku === sku);
    if (level === undefined) {
      const said = { reason: "No variant has this SKU.", reasonText: { code: "sku-unknown" } };
      sheet.badLines.push({ line: index + 1, sku, ...said });
      continue;
    }
    const { variantId, productName, attributes, unlimited, qtyInStock, revision } = level;
    const known = { line: index + 1, variantId, sku, productName, attributes, unlimited, qtyInStock, revision };
    if (Number(written) === qtyInStock) sheet.unchanged += 1;
    else sheet.changes.push({ ...known, newUnlimited: written === "unlimited", newQtyInStock: Number(written) || 0 });
  }
  return sheet;
}

function tell(variantId: string): number {
  const queued = waiting(variantId);
  backEnd.signUps = backEnd.signUps.map((signUp) =>
    signUp.variantId === variantId && signUp.notifiedOn == null ? { ...signUp, notifiedOn: 1_700_000_300_000 } : signUp,
  );
  return queued;
}

export const handlers = [
  on("get", `${site}/inventory`, ({ request, query }) => {
    authorise(request, "products", "read");
    const wanted = query.get("query")?.toLowerCase() ?? "";
    const fitting = backEnd.levels.filter(({ sku, productName }) =>
      `${productName} ${sku}`.toLowerCase().includes(wanted),
    );
    const low = query.get("low") === "true";
    const shown = low
      ? fitting.filter(({ isLow }) => isLow).toSorted((one, other) => one.qtyInStock - other.qtyInStock)
      : fitting;
    const inOrder = sorted(shown, query, { sku: ({ sku }) => sku, pieces: ({ qtyInStock }) => qtyInStock });
    const { items, ...more } = paged(inOrder, query);
    return { variants: items.map(({ variantId }) => found(variantId)), ...more };
  }),
  on("get", `${site}/inventory/{variantId}`, ({ request, path }) => {
    authorise(request, "products", "read");
    return found(path.variantId);
  }),
  on("put", `${site}/inventory/{variantId}`, async ({ request, path }) => {
    authorise(request, "products", "write");
    const before = found(path.variantId);
    if (request.headers.get("if-match") !== `"${before.revision}"`)
      refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    const given = (await request.json()) as RequestOf<`${typeof site}/inventory/{variantId}`, "put">;
    return keep(before, given.qtyInStock, given.unlimited, given.reason ?? "");
  }),
  on("post", `${site}/inventory/{variantId}/adjust`, async ({ request, path }) => {
    authorise(request, "products", "write");
    const before = found(path.variantId);
    const given = (await request.json()) as RequestOf<`${typeof site}/inventory/{variantId}/adjust`, "post">;
    if (before.qtyInStock + given.delta < 0) refuse(409, "conflict", `Only ${before.qtyInStock} left in stock.`);
    return keep(before, before.qtyInStock + given.delta, false, given.reason ?? "");
  }),
  on("post", `${site}/inventory/changes`, async ({ request }) => {
    authorise(request, "products", "write");
    const { lines, reason } = (await request.json()) as ManyChanges;
    return { lines: lines.map((line) => changeLine(line, reason ?? "")) };
  }),
  on("post", `${site}/inventory/sheet`, async ({ request }) => {
    authorise(request, "products", "write");
    const text = await request.text();
    if (!text.startsWith("SKU"))
      refuse(400, "validation-failed", "The first line must name the columns “SKU” and “New stock”.");
    return readSheet(text);
  }),
  http.get(`*${site.replace("{websiteId}", ":websiteId")}/inventory.csv`, () =>
    HttpResponse.text("SKU,Stock,New stock\r\n"),
  ),
  on("get", `${site}/catalogue-formats`, ({ request }) => {
    authorise(request, "products", "read");
    return { formats: backEnd.catalogueFormats };
  }),
  http.get(`*${site.replace("{websiteId}", ":websiteId")}/catalogue-formats/:pluginId/:format/file`, () =>
    backEnd.catalogueFileError === null
      ? HttpResponse.text("id\ttitle\n")
      : HttpResponse.json(
          { code: "validation-failed", detail: backEnd.catalogueFileError, status: 400 },
          { status: 400, headers: { "Content-Type": "application/problem+json" } },
        ),
  ),
  on("post", `${site}/catalogue-formats/{pluginId}/{format}/rows`, async ({ request }) => {
    authorise(request, "products", "write");
    return readSheet((await request.text()).replaceAll("\t", ","));
  }),
  on("post", `${site}/catalogue-formats/{pluginId}/{format}/products/{collectionId}`, ({ request }) => {
    authorise(request, "products", "write");
    return backEnd.productImport ?? refuse(400, "validation-failed", "The first line needs the column sku");
  }),
  on("get", `${site}/stock-changes`, ({ request, query }) => {
    authorise(request, "products", "read");
    const own = backEnd.stockChanges.filter(({ variantId }) => variantId === query.get("variantId"));
    const { items, ...more } = paged(
      own.map(({ change }) => change),
      query,
    );
    return { changes: items, ...more };
  }),
  on("get", `${restock}/groups`, ({ request, query }) => {
    authorise(request, "products", "read");
    const groups = backEnd.levels
      .filter(
        ({ variantId, productName, sku, qtyInStock }) =>
          waiting(variantId) > 0 &&
          `${productName} ${sku}`.toLowerCase().includes((query.get("query") ?? "").toLowerCase()) &&
          (query.get("variantId") ?? variantId) === variantId &&
          (query.get("back") !== "true" || qtyInStock > 0),
      )
      .map(({ productId, variantId, productName, attributes, qtyInStock }) => ({
        productId,
        variantId,
        productName,
        variantDescription: Object.values(attributes).join(", "),
        signUpCount: waiting(variantId),
        lastSignUpOn: 1_700_000_100_000,
        qtyInStock,
      }));
    const { items, ...more } = paged(groups, query);
    return { signUpGroups: items, ...more };
  }),
  on("get", restock, ({ request, query }) => {
    authorise(request, "customers", "read");
    const own = backEnd.signUps.filter(
      ({ variantId, email }) => variantId === query.get("variantId") && email.includes(query.get("query") ?? ""),
    );
    const shown = sorted(own, query, { email: ({ email }) => email });
    const { items, ...more } = paged(shown, query);
    return { signUps: items, ...more };
  }),
  on("post", `${restock}/send`, async ({ request }) => {
    authorise(request, "products", "publish");
    const given = (await request.json()) as RequestOf<`${typeof restock}/send`, "post">;
    return { queued: tell(given.variantId) };
  }),
  on("post", `${restock}/send/all`, async ({ request }) => {
    authorise(request, "products", "publish");
    const given = (await request.json()) as RequestOf<`${typeof restock}/send/all`, "post">;
    return { queued: given.sendRequests.reduce((sum, { variantId }) => sum + tell(variantId), 0), failed: [] };
  }),
];
