import { http, HttpResponse } from "msw";
import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";
import type { Arranged } from "@/testing/samples/sample-header-footer";

const path = "/api/v1/websites/{websiteId}/header-footer";
const madeOn = 1_700_000_000_000;

type Draft = Answer<`${typeof path}/draft`, "get">;

function version(number: number) {
  return backEnd.headerFooter.versions[number - 1] ?? refuse(404, "not-found", "Not found");
}

function plain({ header, footer }: Arranged): Arranged {
  return { header, footer };
}

function isSame(one: Arranged, other: Arranged): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function state(): Draft {
  const { versions, worked, revision, published } = backEnd.headerFooter;
  const draft = version(worked);
  return {
    ...plain(draft),
    revision,
    unpublished: !isSame(draft, published),
    canUndo: draft.madeFrom !== null,
    canRedo: worked !== versions.length,
    signUpWords: { submitButtonText: "S’inscrire", successMessage: "Merci." },
  };
}

function expectRevision(revision: number): void {
  if (revision !== backEnd.headerFooter.revision)
    refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
}

async function expectNamed(request: Request): Promise<void> {
  expectRevision(((await request.json()) as { revision: number }).revision);
}

function change(arranged: Arranged): Draft {
  const { versions, worked, revision } = backEnd.headerFooter;
  if (!isSame(arranged, version(worked))) {
    const made = { ...plain(arranged), madeFrom: worked, publishedOn: null };
    backEnd.headerFooter = {
      ...backEnd.headerFooter,
      versions: [...versions, made],
      worked: versions.length + 1,
      revision: revision + 1,
    };
  }
  return state();
}

function changesOf(number: number): string[] | null {
  const { madeFrom, header, footer } = version(number);
  if (madeFrom === null) return null;
  const former = version(madeFrom);
  const differing = (part: string, before: object, after: object) =>
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]))
      .map(([name]) => `${part}.${name}`);
  return [...differing("header", former.header, header), ...differing("footer", former.footer, footer)];
}

export const handlers = [
  on("get", `${path}/draft`, ({ request }) => {
    authorise(request, "design", "read");
    return state();
  }),
  on("put", `${path}/draft`, async ({ request }) => {
    authorise(request, "design", "write");
    expectRevision(Number(request.headers.get("if-match")?.replaceAll('"', "")));
    const arranged = (await request.json()) as RequestOf<`${typeof path}/draft`, "put">;
    const { enabled, text } = arranged.header.announcementBar;
    if (enabled && text === "") {
      refuse(400, "validation-failed", "Some values are invalid.", {
        errors: { "header.announcementBar.text": "Enter the text of the bar." },
      });
    }
    return change(arranged);
  }),
  on("post", `${path}/draft/step`, async ({ request }) => {
    authorise(request, "design", "write");
    const { revision, way } = (await request.json()) as RequestOf<`${typeof path}/draft/step`, "post">;
    expectRevision(revision);
    const { worked, versions } = backEnd.headerFooter;
    const ahead = versions.findIndex(({ madeFrom }) => madeFrom === worked) + 1;
    const target = way === "undo" ? version(worked).madeFrom : ahead;
    if (target !== null && target !== 0)
      backEnd.headerFooter = { ...backEnd.headerFooter, worked: target, revision: revision + 1 };
    return state();
  }),
  on("post", `${path}/publish`, async ({ request }) => {
    authorise(request, "design", "publish");
    await expectNamed(request);
    const { versions, worked, revision } = backEnd.headerFooter;
    backEnd.headerFooter = {
      worked,
      revision: revision + 1,
      published: plain(version(worked)),
      versions: versions.map((made, index) => (index === worked - 1 ? { ...made, publishedOn: madeOn } : made)),
    };
    return state();
  }),
  on("post", `${path}/discard`, async ({ request }) => {
    authorise(request, "design", "write");
    await expectNamed(request);
    return change(backEnd.headerFooter.published);
  }),
  on("get", `${path}/versions`, ({ request }) => {
    authorise(request, "design", "read");
    const { versions, worked } = backEnd.headerFooter;
    const told = versions.map(({ publishedOn }, index) => ({
      number: index + 1,
      authorName: index === 0 ? null : "Olive Owner",
      madeOn,
      publishedOn,
      isDraft: worked === index + 1,
      changes: changesOf(index + 1),
    }));
    return { versions: told.reverse() };
  }),
  on("post", `${path}/versions/{number}/restore`, async ({ request, path: { number } }) => {
    authorise(request, "design", "write");
    await expectNamed(request);
    return change(version(Number(number)));
  }),
  http.get("*/header-footer/material", () => new HttpResponse(null, { status: 204 })),
];
