import { http, HttpResponse, type HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/comments" as const;
const one = `${list}/{commentId}` as const;
const discussion = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion" as const;

const commentOf = (id: string) =>
  backEnd.comments.find((comment) => comment.id === id) ?? refuse(404, "not-found", "Not found");

function counts() {
  const of = (state: string) => backEnd.comments.filter((comment) => comment.state === state).length;
  const flagged = backEnd.comments.filter(({ flags, state }) => flags > 0 && state === "APPROVED").length;
  return { waiting: of("WAITING"), approved: of("APPROVED"), spam: of("SPAM"), removed: of("REMOVED"), flagged };
}

/** Visitor comments. */
export const handlers: HttpHandler[] = [
  on("get", list, ({ request, query }) => {
    authorise(request, "comments", "read");
    const words = (query.get("q") ?? "").toLowerCase();
    const state = query.get("state");
    const wanted = backEnd.comments.filter(
      (comment) =>
        (state === null || comment.state === state) &&
        (query.get("flagged") !== "true" || (comment.flags > 0 && comment.state === "APPROVED")) &&
        `${comment.text} ${comment.author} ${comment.email}`.toLowerCase().includes(words),
    );
    const { items, ...more } = paged(wanted, query);
    return { comments: items, counts: counts(), ...more };
  }),
  on("post", `${list}/states`, async ({ request }) => {
    authorise(request, "comments", "publish");
    const { ids, state } = (await request.json()) as RequestOf<`${typeof list}/states`, "post">;
    const changed = ids.map(commentOf);
    for (const comment of changed) Object.assign(comment, { state, flags: state === "APPROVED" ? 0 : comment.flags });
    return { comments: changed };
  }),
  on("put", one, async ({ request, path }) => {
    authorise(request, "comments", "publish");
    const { text } = (await request.json()) as RequestOf<typeof one, "put">;
    const comment = commentOf(path.commentId);
    if (text != null) comment.text = text;
    return comment;
  }),
  on(
    "post",
    `${one}/replies`,
    async ({ request, path }) => {
      authorise(request, "comments", "publish");
      const { text } = (await request.json()) as RequestOf<`${typeof one}/replies`, "post">;
      const answered = commentOf(path.commentId);
      answered.state = "APPROVED";
      const said = {
        ...answered,
        id: `c-${backEnd.comments.length + 1}`,
        parentId: answered.id,
        author: "Juniper",
        bySite: true,
        text,
      };
      backEnd.comments.push(said);
      return said;
    },
    () => ({ status: 201 }),
  ),
  http.delete("*/api/v1/websites/:websiteId/comments/:commentId", ({ params }) => {
    backEnd.comments = backEnd.comments.filter(({ id }) => id !== params["commentId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", discussion, ({ request }) => {
    authorise(request, "content", "read");
    return backEnd.discussion;
  }),
  on("put", discussion, async ({ request }) => {
    authorise(request, "content", "write");
    const { closed } = (await request.json()) as RequestOf<typeof discussion, "put">;
    Object.assign(backEnd.discussion, { closed, open: !closed });
    return backEnd.discussion;
  }),
];
