import { http, HttpResponse, type HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse } from "@/testing/route";

const forms = "/api/v1/websites/{websiteId}/forms" as const;
const one = `${forms}/{formId}/submissions/{submissionId}` as const;

const submissionOf = (id: string) =>
  backEnd.submissions.find((submission) => submission.id === id) ?? refuse(404, "not-found", "Not found");

/** Forms and their submissions. */
export const handlers: HttpHandler[] = [
  on("get", forms, ({ request }) => {
    authorise(request, "submissions", "read");
    const of = (folder: string) => backEnd.submissions.filter((submission) => submission.folder === folder);
    const unread = of("inbox").filter(({ readOn }) => readOn === null).length;
    const form = { id: "b-form", name: "Contact", pageTitle: "Contact", onAPage: true };
    return { forms: [{ ...form, answers: of("inbox").length, unread, spam: of("spam").length }] };
  }),
  on("get", `${forms}/{formId}/submissions`, ({ request, path, query }) => {
    authorise(request, "submissions", "read");
    const words = (query.get("q") ?? "").toLowerCase();
    const wanted = backEnd.submissions.filter(
      (submission) =>
        submission.formId === path.formId &&
        submission.folder === (query.get("folder") ?? "inbox") &&
        (query.get("starred") !== "true" || submission.starred) &&
        submission.values.some(({ value }) => value.toLowerCase().includes(words)),
    );
    const { items, ...more } = paged(wanted, query);
    return { submissions: items, ...more };
  }),
  http.get("*/api/v1/websites/:websiteId/forms/:formId/submissions.csv", () =>
    HttpResponse.text('"Sent (UTC)","Page"\r\n', { headers: { "Content-Type": "text/csv" } }),
  ),
  on("get", one, ({ request, path }) => {
    authorise(request, "submissions", "read");
    return submissionOf(path.submissionId);
  }),
  on("patch", one, async ({ request, path }) => {
    authorise(request, "submissions", "write");
    const { folder, starred, read } = (await request.json()) as RequestOf<typeof one, "patch">;
    const submission = submissionOf(path.submissionId);
    if (folder != null) submission.folder = folder;
    if (starred != null) submission.starred = starred;
    if (read != null) submission.readOn = read ? 1 : null;
    return submission;
  }),
  http.delete("*/api/v1/websites/:websiteId/forms/:formId/submissions/:submissionId", ({ params }) => {
    backEnd.submissions = backEnd.submissions.filter(({ id }) => id !== params["submissionId"]);
    return new HttpResponse(null, { status: 204 });
  }),
];
