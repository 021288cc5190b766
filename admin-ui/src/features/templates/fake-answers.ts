import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";
import type { StoredFile } from "@/testing/samples/sample-template-files";

const site = "/api/v1/websites/{websiteId}";
type File = Answer<`${typeof site}/template-files/{filePath}`, "get">;
type Problem = File["problems"][number];

/** Detects one kind of error: an unknown formatter. */
function problemsOf(path: string, text: string): Problem[] {
  return text.split("\n").flatMap((line, index) => {
    const at = line.indexOf("|nope");
    if (at < 0) return [];
    const place = { path, line: index + 1, column: at + 1, offset: 0 };
    return [
      { ...place, code: "formatter-unknown", message: "Formatter 'nope' is unknown.", severity: "error", help: "" },
    ];
  });
}

function textOf(file: StoredFile): string {
  return file.draft ?? file.original ?? file.published ?? "";
}

function summaryOf(path: string, file: StoredFile) {
  return {
    path,
    origin: file.original === null ? ("site" as const) : ("theme" as const),
    own: file.draft !== null,
    unpublished: file.draft !== file.published,
    removed: file.draft === null && file.original === null,
    revision: file.revision,
    bytes: textOf(file).length,
    updatedOn: file.revision === 0 ? null : Date.now(),
  };
}

function fileOf(path: string): File {
  const file = backEnd.templateFiles[path] ?? refuse(404, "not-found", "Not found");
  return {
    ...summaryOf(path, file),
    text: textOf(file),
    original: file.original,
    published: file.published ?? file.original,
    problems: file.draft === null ? [] : problemsOf(path, file.draft),
  };
}

function list(): Answer<`${typeof site}/template-files`, "get"> {
  const files = Object.entries(backEnd.templateFiles).map(([path, file]) => summaryOf(path, file));
  const unpublished = files.some((file) => file.unpublished);
  return { theme: "linen", revision: backEnd.templateRevision, unpublished, maxBytes: 262_144, files };
}

function allProblems(unsaved: Record<string, string> = {}): Problem[] {
  const drafts = Object.entries(backEnd.templateFiles).flatMap(([path, file]) =>
    file.draft === null ? [] : [[path, file.draft] as const],
  );
  return Object.entries({ ...Object.fromEntries(drafts), ...unsaved }).flatMap(([path, text]) =>
    problemsOf(path, text),
  );
}

export const handlers = [
  on("get", `${site}/template-files`, ({ request }) => {
    authorise(request, "design", "read");
    return list();
  }),
  on("post", `${site}/template-files/check`, async ({ request }) => {
    authorise(request, "design", "read");
    const { files } = (await request.json()) as RequestOf<`${typeof site}/template-files/check`, "post">;
    return { problems: allProblems(files) };
  }),
  on("post", `${site}/template-files/preview`, async ({ request }) => {
    authorise(request, "design", "read");
    const { files = {} } = (await request.json()) as RequestOf<`${typeof site}/template-files/preview`, "post">;
    return { html: `<!doctype html><body>${files["page.item"] ?? ""}</body>`, problems: allProblems(files) };
  }),
  on("post", `${site}/template-files/publish`, ({ request }) => {
    authorise(request, "design", "publish");
    const problems = allProblems();
    if (problems.length > 0) refuse(422, "template-errors", "page.item, line 1, column 1: an error");
    const changed = list()
      .files.filter(({ unpublished }) => unpublished)
      .map(({ path }) => path);
    const version = {
      id: `tpv-${backEnd.templateVersions.length}`,
      publishedOn: Date.now(),
      publishedBy: "Robin Hale",
      changed,
    };
    const former = backEnd.templateVersions.map((past) => ({ ...past, current: false }));
    backEnd.templateVersions = [{ ...version, number: former.length + 1, current: true }, ...former];
    for (const file of Object.values(backEnd.templateFiles)) file.published = file.draft;
    return list();
  }),
  on("get", `${site}/template-files/{filePath}`, ({ request, path }) => {
    authorise(request, "design", "read");
    return fileOf(decodeURIComponent(path.filePath));
  }),
  on("put", `${site}/template-files/{filePath}`, async ({ request, path }) => {
    authorise(request, "design", "write");
    const filePath = decodeURIComponent(path.filePath);
    const file = backEnd.templateFiles[filePath] ?? { original: null, draft: null, published: null, revision: 0 };
    if (request.headers.get("if-match") !== `"${file.revision}"`)
      return refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    const { text } = (await request.json()) as RequestOf<`${typeof site}/template-files/{filePath}`, "put">;
    backEnd.templateRevision += 1;
    const draft = text === file.original ? null : text;
    backEnd.templateFiles[filePath] = { ...file, draft, revision: backEnd.templateRevision };
    return fileOf(filePath);
  }),
  http.delete("*/template-files/:filePath", ({ params }) => {
    const filePath = decodeURIComponent(String(params["filePath"]));
    const file = backEnd.templateFiles[filePath];
    if (file !== undefined) backEnd.templateFiles[filePath] = { ...file, draft: null, revision: 0 };
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", `${site}/template-versions`, ({ request }) => {
    authorise(request, "design", "read");
    return { versions: backEnd.templateVersions };
  }),
  on("post", `${site}/template-versions/{versionId}/restore`, ({ request }) => {
    authorise(request, "design", "write");
    for (const file of Object.values(backEnd.templateFiles)) file.draft = null;
    return list();
  }),
  http.get("*/static/engine/directory.json", () => new HttpResponse(null, { status: 404 })),
];
