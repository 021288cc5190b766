import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";

const path = "/api/v1/websites/{websiteId}/design";

function state(): Answer<typeof path, "get"> {
  const { draft, published, revision } = backEnd.design;
  return {
    draft,
    published,
    revision,
    unpublished: JSON.stringify(draft) !== JSON.stringify(published),
    themes: backEnd.themes,
  };
}

function expectRevision(revision: number): void {
  if (revision !== backEnd.design.revision)
    refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
}

export const handlers = [
  on("get", path, ({ request }) => {
    authorise(request, "design", "read");
    return state();
  }),
  on("put", path, async ({ request }) => {
    authorise(request, "design", "write");
    expectRevision(Number(request.headers.get("if-match")?.replaceAll('"', "")));
    const draft = (await request.json()) as RequestOf<typeof path, "put">;
    if (draft.css === "refused") {
      refuse(400, "validation-failed", "Some values are invalid.", {
        errors: { css: "Use at most 100000 characters." },
      });
    }
    backEnd.design = { ...backEnd.design, draft, revision: backEnd.design.revision + 1 };
    return state();
  }),
  on("post", `${path}/publish`, async ({ request }) => {
    authorise(request, "design", "publish");
    expectRevision(((await request.json()) as RequestOf<`${typeof path}/publish`, "post">).revision);
    backEnd.design = { ...backEnd.design, published: backEnd.design.draft, revision: backEnd.design.revision + 1 };
    return state();
  }),
  on("post", `${path}/discard`, async ({ request }) => {
    authorise(request, "design", "write");
    expectRevision(((await request.json()) as RequestOf<`${typeof path}/discard`, "post">).revision);
    backEnd.design = { ...backEnd.design, draft: backEnd.design.published, revision: backEnd.design.revision + 1 };
    return state();
  }),
  http.get("*/design/material", () => new HttpResponse(null, { status: 204 })),
];
