import { http, HttpResponse, type HttpHandler } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import type { MailingList, Subscriber } from "@/testing/mailing-list-types";
import { on, paged, refuse } from "@/testing/route";

const lists = "/api/v1/websites/{websiteId}/mailing-lists" as const;
const one = `${lists}/{listId}` as const;

const listOf = (id: string) =>
  backEnd.mailingLists.find((list) => list.id === id) ?? refuse(404, "not-found", "Not found");

function summaryOf(list: MailingList): Answer<typeof one, "get"> {
  const of = (state: Subscriber["state"]) =>
    backEnd.subscribers.filter((person) => person.listId === list.id && person.state === state).length;
  return { ...list, isOfStore: list.name === "News", subscribers: of("subscribed"), pending: of("pending") };
}

/** Mailing lists and their subscribers. */
export const handlers: HttpHandler[] = [
  on("get", lists, ({ request }) => {
    authorise(request, "content", "read");
    return { mailingLists: backEnd.mailingLists };
  }),
  on(
    "post",
    lists,
    async ({ request }) => {
      authorise(request, "campaigns", "write");
      const { name } = (await request.json()) as RequestOf<typeof lists, "post">;
      const made = { id: `mls-${backEnd.mailingLists.length}`, name, formerNames: [], createdOn: 0 };
      backEnd.mailingLists = [...backEnd.mailingLists, made];
      return made;
    },
    () => ({ status: 201 }),
  ),
  on("get", `${lists}/summaries`, ({ request }) => {
    authorise(request, "campaigns", "read");
    return { mailingLists: backEnd.mailingLists.map(summaryOf) };
  }),
  on("get", one, ({ request, path }) => {
    authorise(request, "campaigns", "read");
    return summaryOf(listOf(path.listId));
  }),
  on("patch", one, async ({ request, path }) => {
    authorise(request, "campaigns", "write");
    const { name } = (await request.json()) as RequestOf<typeof one, "patch">;
    const list = listOf(path.listId);
    list.formerNames = [...list.formerNames, list.name];
    list.name = name;
    return summaryOf(list);
  }),
  http.delete("*/mailing-lists/:listId", ({ params }) => {
    backEnd.mailingLists = backEnd.mailingLists.filter(({ id }) => id !== params["listId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", `${one}/subscribers`, ({ request, path, query }) => {
    authorise(request, "campaigns", "read");
    const state = query.get("state") ?? "subscribed";
    const fits = backEnd.subscribers.filter(
      (person) =>
        person.listId === path.listId && person.state === state && person.email.includes(query.get("query") ?? ""),
    );
    const { items, ...more } = paged(fits, query, 50);
    return { subscribers: items, ...more };
  }),
  http.delete("*/mailing-lists/:listId/subscribers", async ({ request, params }) => {
    const { email } = (await request.json()) as { email: string };
    backEnd.subscribers = backEnd.subscribers.filter(
      (person) => person.listId !== params["listId"] || person.email !== email,
    );
    return new HttpResponse(null, { status: 204 });
  }),
  on("post", `${one}/export-link`, ({ request, path }) => {
    authorise(request, "campaigns", "write");
    return { url: `/api/v1/websites/w/mailing-lists/${path.listId}/subscribers.csv?link=1`, expiresInSeconds: 60 };
  }),
];
