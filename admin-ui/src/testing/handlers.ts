import { delay, http, HttpResponse, type HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { appCode } from "@/features/account/fake-answers";
import { authorise, checkCsrfToken, cookieOf, setCookieHeaders, sessionFor, whoHasEmail } from "./access";
import { backEnd, password } from "./back-end";
import { blockKinds } from "./block-kinds";
import { renderPageHtml } from "./render-page";
import { makeSteps, toldSince } from "./page-log";
import { on, paged, refuse } from "./route";

type SentMail = (typeof backEnd.mail)[number];

const site = "/api/v1/websites/{websiteId}";

function found<T>(thing: T | undefined): T {
  return thing ?? refuse(404, "not-found", "Not found");
}

/** An e-mail accepted by the mail server after a retry. */
function sent(message: SentMail): SentMail {
  return {
    ...message,
    status: "sent",
    sentOn: message.createdOn,
    lastAnswer: null,
    nextTryOn: null,
    awaitsServer: false,
    canBeSentAgain: false,
  };
}

async function bodyOf<T>(request: Request): Promise<T> {
  return (await request.json()) as T;
}

const session = [
  on(
    "post",
    "/api/auth/session",
    async ({ request, origin }) => {
      checkCsrfToken(request);
      const given = await bodyOf<RequestOf<"/api/auth/session", "post">>(request.clone() as Request);
      const who = whoHasEmail(given.email);
      if (who === null || given.password !== password)
        return refuse(401, "sign-in-failed", "The e-mail address or password is incorrect.");
      if (backEnd.secondFactorSince !== null && given.code !== appCode) {
        if (given.code === "")
          return refuse(401, "second-factor-required", "Enter the code from your authenticator app.");
        return refuse(
          401,
          "second-factor-failed",
          "This code is wrong, has expired or was already used. Wait for the next one.",
        );
      }
      lastWho = who;
      return sessionFor(who, origin);
    },
    () => ({ headers: setCookieHeaders(`refresh=${lastWho}; Path=/; HttpOnly`) }),
  ),
  on("post", "/api/auth/session/refresh", ({ request, origin }) => {
    checkCsrfToken(request);
    const who = cookieOf(request, "refresh");
    if (who !== "owner" && who !== "viewer") return refuse(401, "not-signed-in", "Sign in first.");
    backEnd.refreshes += 1;
    return sessionFor(who, origin);
  }),
  http.delete(
    "*/api/auth/session",
    () => new HttpResponse(null, { status: 204, headers: setCookieHeaders("refresh=; Path=/; Max-Age=0") }),
  ),
];
let lastWho: string = "";

const pages = [
  on("get", `${site}/pages`, ({ request }) => {
    authorise(request, "content", "read");
    return { pages: backEnd.pages.filter(({ kind }) => kind !== "area") };
  }),
  on("get", `${site}/pages/{pageId}`, ({ request, path }) => {
    authorise(request, "content", "read");
    return found(backEnd.pages.find(({ id }) => id === path.pageId));
  }),
  on("get", `${site}/pages/{pageId}/settings`, ({ request, path }) => {
    authorise(request, "content", "read");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    return {
      ...page,
      description: "",
      head: "",
      shareImageId: null,
      viewMode: "theme" as const,
      hasPassword: false,
      draftRevision: page.revision,
    };
  }),
  on("post", `${site}/pages/{pageId}/operations`, async ({ request, path }) => {
    authorise(request, "content", "write");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    const body = await bodyOf<RequestOf<`${typeof site}/pages/{pageId}/operations`, "post">>(request);
    return toldSince(await makeSteps(page, body), body.base);
  }),
  on("get", `${site}/pages/{pageId}/operations`, async ({ request, path, query }) => {
    authorise(request, "content", "read");
    const since = Number(query.get("since"));
    const current = () => found(backEnd.pages.find(({ id }) => id === path.pageId));
    for (let waited = 0; waited < 250 && !request.signal.aborted && current().revision === since; waited += 1)
      await delay(100);
    return toldSince(current(), since);
  }),
  on("get", `${site}/pages/{pageId}/operations/own`, ({ request, path }) => {
    authorise(request, "content", "read");
    return { steps: backEnd.pageLog.filter(({ pageId }) => pageId === path.pageId) };
  }),
  on("post", `${site}/pages/{pageId}/publish`, ({ request, path }) => {
    authorise(request, "content", "publish");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    const changed = {
      ...page,
      publishedRevision: page.revision,
      publishedOn: Date.now(),
      hasUnpublishedChanges: false,
    };
    backEnd.pages = backEnd.pages.map((candidate) => (candidate.id === page.id ? changed : candidate));
    return changed;
  }),
  on("put", `${site}/pages/{pageId}/status`, async ({ request, path }) => {
    authorise(request, "content", "write");
    const page = found(backEnd.pages.find(({ id }) => id === path.pageId));
    const wanted = await bodyOf<RequestOf<`${typeof site}/pages/{pageId}/status`, "put">>(request);
    const changed = { ...page, status: wanted.status, publishOn: wanted.publishOn ?? null };
    backEnd.pages = backEnd.pages.map((candidate) => (candidate.id === page.id ? changed : candidate));
    return {
      ...changed,
      description: "",
      head: "",
      shareImageId: null,
      viewMode: "theme" as const,
      hasPassword: false,
      draftRevision: page.revision,
    };
  }),
  // The engine is not available here, so the server renders.
  http.get("*/api/multilingual/languages", () => HttpResponse.json({ languages: [] })),
  http.get("*/pages/*/material", () => HttpResponse.json(null, { status: 503 })),
  http.get("*/template-files/material", () => new HttpResponse(null, { status: 204 })),
  on("post", `${site}/pages/{pageId}/preview`, async ({ request }) => {
    authorise(request, "content", "read");
    const { document } = await bodyOf<RequestOf<`${typeof site}/pages/{pageId}/preview`, "post">>(request);
    const errors = backEnd.failPreview
      ? [{ blockId: "b-story", message: "Unexpected end of a section", line: 3, column: 14 }]
      : [];
    return { html: renderPageHtml(document), errors };
  }),
  on("get", `${site}/block-kinds`, ({ request }) => {
    authorise(request, "content", "read");
    return { blockKinds };
  }),
];

const rest = [
  on("get", `${site}/assets`, ({ request, query }) => {
    authorise(request, "content", "read");
    const { items, ...more } = paged(backEnd.assets, query, 48);
    return { assets: items, ...more };
  }),
  on("get", `${site}/asset-folders`, ({ request }) => {
    authorise(request, "content", "read");
    return { folders: [], withoutDescription: 0 };
  }),
  on("get", `${site}/assets/{assetId}`, ({ request, path }) => {
    authorise(request, "content", "read");
    return found(backEnd.assets.find(({ id }) => id === path.assetId));
  }),
  on("get", `${site}/assets/{assetId}/uses`, ({ request }) => {
    authorise(request, "content", "read");
    return { uses: [] };
  }),
  on("get", `${site}/mail`, ({ request, query }) => {
    authorise(request, "orders", "read");
    const [kind, status, wanted] = ["kind", "status", "query"].map((name) => query.get(name) ?? "");
    const fitting = backEnd.mail.filter(
      (message) =>
        (!kind || message.kind === kind) &&
        (!status || message.status === status) &&
        `${message.to} ${message.subject}`.toLowerCase().includes((wanted ?? "").toLowerCase()),
    );
    const { items, ...more } = paged(fitting, query);
    return { messages: items, ...more };
  }),
  on("get", `${site}/mail/unsent`, ({ request }) => {
    authorise(request, "orders", "read");
    const waiting = backEnd.mail.filter(({ status, lastAnswer }) => status === "queued" && lastAnswer != null);
    const failed = backEnd.mail.filter(({ status, canBeSentAgain }) => status === "failed" && canBeSentAgain);
    const [first] = [...waiting, ...failed];
    return {
      waiting: waiting.length,
      failed: failed.length,
      lastAnswer: first?.lastAnswer ?? null,
      nextTryOn: waiting[0]?.nextTryOn ?? null,
    };
  }),
  on(
    "post",
    `${site}/mail/send-again`,
    ({ request }) => {
      authorise(request, "orders", "publish");
      const unsent = backEnd.mail.filter((message) => message.canBeSentAgain);
      for (const message of unsent)
        backEnd.mail = backEnd.mail.map((other) => (other === message ? sent(message) : other));
      return { count: unsent.length };
    },
    () => ({ status: 202 }),
  ),
  on(
    "post",
    `${site}/mail/{mailId}/send-again`,
    ({ request, path }) => {
      authorise(request, "orders", "publish");
      const message = found(backEnd.mail.find(({ id }) => id === path.mailId));
      if (!message.canBeSentAgain) return refuse(409, "conflict", "This e-mail has already been sent.");
      backEnd.mail = backEnd.mail.map((other) => (other === message ? sent(message) : other));
      return sent(message);
    },
    () => ({ status: 202 }),
  ),
  on("get", `${site}/mail/previews`, ({ request }) => {
    authorise(request, "orders", "read");
    const emails = ["order-confirmed", "order-refunded"].map((kind) => ({ kind, isForOwner: false, texts: kind }));
    return { emails, languages: ["en", "de"], language: "en" };
  }),
  http.get("*/mail/previews/:emailKind", ({ request, params }) => {
    const language = new URL(request.url).searchParams.get("language");
    return HttpResponse.html(`<p>${String(params.emailKind)} in ${String(language)}</p>`);
  }),
  http.post("*/mail/previews/:emailKind/send", () => new HttpResponse(null, { status: 204 })),
  on("get", `${site}/mail/texts/{emailKind}/{language}`, ({ request }) => {
    authorise(request, "orders", "read");
    return backEnd.emailTexts;
  }),
  on("put", `${site}/mail/texts/{emailKind}/{language}`, async ({ request }) => {
    authorise(request, "orders", "write");
    const text = await bodyOf<RequestOf<`${typeof site}/mail/texts/{emailKind}/{language}`, "put">>(request);
    if (text.subject.trim() === "")
      refuse(400, "validation-failed", "Enter a text.", { errors: { subject: "Enter a text." } });
    backEnd.emailTexts = { ...backEnd.emailTexts, text, revision: backEnd.emailTexts.revision + 1 };
    return backEnd.emailTexts;
  }),
  on("post", `${site}/mail/texts/{emailKind}/{language}/preview`, async ({ request }) => {
    authorise(request, "orders", "read");
    const text = await bodyOf<RequestOf<`${typeof site}/mail/texts/{emailKind}/{language}`, "put">>(request);
    return { subject: text.subject, html: `<h1>${text.heading}</h1>`, text: text.heading };
  }),
  on("get", `${site}/cart-reminders`, ({ request }) => {
    authorise(request, "orders", "read");
    return { enabled: false, sent: 0, cameBack: 0, bought: 0 };
  }),
  on("get", `${site}/mail/{mailId}`, ({ request, path }) => {
    authorise(request, "orders", "read");
    return found(backEnd.mail.find(({ id }) => id === path.mailId));
  }),
  on("get", `${site}/installment-providers`, ({ request }) => {
    authorise(request, "plugins", "read");
    return { providers: [] };
  }),
  on("get", `${site}/site-lock`, ({ request }) => {
    authorise(request, "site-settings", "read");
    return { isLocked: false, version: "open" };
  }),
  on("get", `${site}/settings`, ({ request }) => {
    authorise(request, "site-settings", "read");
    return backEnd.settings;
  }),
  on("put", `${site}/settings`, async ({ request }) => {
    authorise(request, "site-settings", "write");
    const given = await bodyOf<RequestOf<`${typeof site}/settings`, "put">>(request);
    backEnd.settings = { ...backEnd.settings, ...given, revision: backEnd.settings.revision + 1 };
    return backEnd.settings;
  }),
  http.get("*/assets/:assetId/:name", ({ params }) => {
    const hue = ([...String(params["assetId"])].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) * 13) % 360;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="hsl(${hue} 22% 74%)"/><circle cx="2" cy="1.6" r=".8" fill="hsl(${hue} 26% 46%)"/></svg>`;
    return new HttpResponse(svg, { headers: { "Content-Type": "image/svg+xml" } });
  }),
];

interface Answers {
  handlers?: HttpHandler[];
}

/** The fake answers of the features, and those about several of them. */
const answers = [
  import.meta.glob<Answers>("../features/*/fake-answers.ts", { eager: true }),
  import.meta.glob<Answers>("./handlers/*-handlers.ts", { eager: true }),
].flatMap((modules) => Object.values(modules).flatMap(({ handlers: own = [] }) => own));

/** Handlers for every request of the admin. */
export const handlers: HttpHandler[] = [...session, ...answers, ...pages, ...rest];
