import type { RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd, type ReviewThread } from "../back-end";
import { on, refuse } from "../route";

const comments = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments";

function threadOf(id: string): ReviewThread {
  return backEnd.reviewThreads.find((thread) => thread.id === id) ?? refuse(404, "not-found", "Not found");
}

/** Review comments on drafts. */
export const handlers = [
  on("get", comments, ({ request }) => {
    authorise(request, "review-comments", "read");
    return { threads: backEnd.reviewThreads };
  }),
  on("post", comments, async ({ request }) => {
    authorise(request, "review-comments", "write");
    const { body, blockId = null, threadId } = (await request.json()) as RequestOf<typeof comments, "post">;
    const said = {
      id: `rvc-${backEnd.reviewThreads.length + 1}-${Date.now()}`,
      body,
      authorName: "Olive Owner",
      isOwn: true,
      createdOn: Date.now(),
      editedOn: null,
    };
    if (threadId != null) {
      const answered = threadOf(threadId);
      answered.comments.push(said);
      return answered;
    }
    const thread = {
      id: said.id,
      blockId,
      blockKind: blockId === null ? null : "text",
      resolvedOn: null,
      resolvedByName: null,
      comments: [said],
    };
    backEnd.reviewThreads.push(thread);
    return thread;
  }),
  on("post", `${comments}/{commentId}/resolve`, async ({ request, path }) => {
    authorise(request, "review-comments", "write");
    const { resolved } = (await request.json()) as { resolved: boolean };
    const thread = threadOf(path.commentId);
    Object.assign(thread, {
      resolvedOn: resolved ? Date.now() : null,
      resolvedByName: resolved ? "Olive Owner" : null,
    });
    return thread;
  }),
];
