import type { RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd } from "../back-end";
import { on, refuse } from "../route";
import type { Item } from "../samples/sample-items";

const collection = "/api/v1/websites/{websiteId}/collections/{collectionId}";
const one = "/api/v1/websites/{websiteId}/items/{itemId}";

function itemOf(id: string): Item {
  return backEnd.items.find((item) => item.id === id) ?? refuse(404, "not-found", "Not found");
}

function counted(names: string[]) {
  return [...new Set(names)].sort().map((name) => ({ name, count: names.filter((other) => other === name).length }));
}

function labels() {
  return {
    version: "labels",
    tags: counted(backEnd.items.flatMap(({ tags }) => tags)),
    categories: counted(backEnd.items.flatMap(({ categories }) => categories)),
  };
}

/** Items of blogs. */
export const handlers = [
  on("get", `${collection}/items`, ({ request, path, query }) => {
    authorise(request, "content", "read");
    const wanted = (name: string) => query.get(name) ?? "";
    const items = backEnd.items.filter(
      (item) =>
        item.collectionId === path.collectionId &&
        item.title.toLowerCase().includes(wanted("q").toLowerCase()) &&
        [item.status, ""].includes(wanted("status")) &&
        [...item.tags, ""].includes(wanted("tag")) &&
        [...item.categories, ""].includes(wanted("category")),
    );
    if (wanted("sort") === "title") items.sort((one, other) => one.title.localeCompare(other.title));
    return { items, orderVersion: items.map(({ id }) => id).join("."), hasNextPage: false, nextPageCursor: null };
  }),
  on("get", `${collection}/labels`, ({ request }) => {
    authorise(request, "content", "read");
    return labels();
  }),
  on("post", `${collection}/labels`, async ({ request }) => {
    authorise(request, "content", "publish");
    const { kind, name, newName } = (await request.json()) as RequestOf<`${typeof collection}/labels`, "post">;
    const field = kind === "tag" ? "tags" : "categories";
    for (const item of backEnd.items) {
      item[field] = item[field].flatMap((own) => (own !== name ? [own] : newName == null ? [] : [newName]));
    }
    return labels();
  }),
  on("get", one, ({ request, path }) => {
    authorise(request, "content", "read");
    return itemOf(path.itemId);
  }),
  on("put", one, async ({ request, path }) => {
    authorise(request, "content", "write");
    const item = itemOf(path.itemId);
    const change = (await request.json()) as RequestOf<typeof one, "put">;
    return Object.assign(item, change, { revision: item.revision + 1, hasUnpublishedChanges: true });
  }),
];
