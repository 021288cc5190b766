import { expect, test } from "vitest";
import { readPageContext } from "@/shared/page/context";
import { createPageStore, siteUserActions } from "@/shared/store/page-store";
import { problem, stubServer, type Sent } from "@/testing/server";
import { mountComments } from "./comments";
import { mountLikes } from "./likes";

const hostile = '"><img src=x onerror=alert(1)>';
const said = (id: string, text: string, isOwn = false) => ({
  id,
  author: "Ada",
  text,
  createdOn: 1,
  bySite: false,
  removed: false,
  likes: 0,
  isOwn,
});

function openPage(arrange: (form: HTMLFormElement) => void = () => undefined, isSignedIn = false): HTMLElement {
  document.body.innerHTML = `<section data-stoa-island="comments" data-target-id="pst_1" data-likes>
    <ol class="stoa-comments__list"><li class="stoa-comments__thread"><article class="stoa-comment" id="cmt_1"><p>Hello</p>
      <div data-comment="cmt_1" data-likes="2"></div></article></li></ol>
    <form><p data-comment-lead>Write a comment</p><input type="hidden" name="targetId" value="pst_1"><input type="hidden" name="parentId">
      <div class="stoa-field"><input id="comment-author" name="author" required></div>
      <div class="stoa-field"><input id="comment-email" name="email"></div><textarea id="comment-text" name="text"></textarea>
      <input name="websiteAddress"><div data-comment-status></div><button type="submit">Send comment</button></form></section>`;
  const place = document.querySelector<HTMLElement>("section")!;
  const store = createPageStore();
  store.dispatch(siteUserActions.recognised({ authenticated: isSignedIn, siteUserId: isSignedIn ? "u1" : null }));
  arrange(place.querySelector("form")!);
  // A page in a frame counts as being in the editor.
  mountComments(place, store, { ...readPageContext(), inEditor: false });
  return place;
}

const listed = { comments: [{ ...said("cmt_1", "Hello", true), replies: [] }], count: 1, open: true, hasNextPage: false, nextPageCursor: null };
const fill = (name: string, value: string): void => {
  document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
};
const button = (place: ParentNode, text: string): HTMLButtonElement =>
  [...place.querySelectorAll("button")].find((one) => one.textContent === text)!;

function answering(reply: (sent: Sent) => ReturnType<Parameters<typeof stubServer>[0]>): Sent[] {
  return stubServer((sent) => (sent.method === "GET" ? { body: listed } : reply(sent)));
}

test("a pending comment shows a notice; an approved one is inserted as text", async () => {
  const replies = [
    { approved: false, comment: said("cmt_2", "Later") },
    { approved: true, comment: said("cmt_3", hostile) },
  ];
  const calls = answering(() => ({ status: 201, body: replies.shift() }));
  const place = openPage();
  fill("author", "Ada");
  fill("text", "Later");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => place.querySelector("[data-kind=success]")?.textContent).toContain("once it has been approved");
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ targetId: "pst_1", author: "Ada", text: "Later", parentId: null });
  fill("text", hostile);
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => document.getElementById("cmt_3")?.querySelector(".stoa-comment__text")?.textContent).toBe(hostile);
  expect(document.querySelector("img")).toBeNull();
});

test("replies name the comment, and can be cancelled", async () => {
  const calls = answering(() => ({ status: 201, body: { approved: false, comment: said("cmt_4", "Yes") } }));
  const place = openPage();
  button(place, "Reply").click();
  fill("author", "Ada");
  fill("text", "Yes");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => calls.find(({ method }) => method === "POST")?.body).toMatchObject({ parentId: "cmt_1" });
  button(place, "Cancel").click();
  expect(place.querySelector<HTMLInputElement>("[name=parentId]")!.value).toBe("");
  expect(place.querySelector("[data-comment-lead]")?.textContent).toBe("Write a comment");
});

test("errors are shown at their field, or above the button", async () => {
  const refusals = [
    problem(400, "validation-failed", "Some values are invalid.", { errors: { text: "Enter a text." } }),
    problem(401, "sign-in-required", "Sign in first."),
  ];
  answering(() => refusals.shift()!);
  const place = openPage();
  fill("author", "Ada");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => document.getElementById("comment-text-error")?.textContent).toBe("Enter a text.");
  expect(document.activeElement?.id).toBe("comment-text");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => place.querySelector("[data-kind=error] a")?.getAttribute("href")).toContain("/account/sign-in?next=");
});

test("own comments are deleted after confirmation, others are reported", async () => {
  const calls = answering(() => ({ body: {} }));
  const place = openPage(undefined, true);
  expect(place.querySelector("[name=author]")?.hasAttribute("required")).toBe(false);
  await expect.poll(() => button(place, "Delete")).toBeDefined();
  button(place, "Report").click();
  await expect.poll(() => button(place, "Reported. Thank you.")).toBeDefined();
  button(place, "Delete").click();
  button(place, "Delete permanently?").click();
  await expect.poll(() => document.getElementById("cmt_1")?.textContent).toBe("This comment was removed.");
  expect(calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/comments/cmt_1/flag",
    "DELETE /api/comments/cmt_1",
  ]);
});

test("a like counts once, is stored, and can be removed", async () => {
  localStorage.clear();
  const calls = stubServer((sent) => ({ body: { likeCount: sent.method === "POST" ? 3 : 2 } }));
  document.body.innerHTML = '<p data-item-id="pst_1" data-likes="2"><span>2 likes</span></p>';
  const place = document.querySelector<HTMLElement>("p")!;
  mountLikes(place);
  place.querySelector("button")!.click();
  await expect.poll(() => place.querySelector("button")?.textContent).toBe("3 likes");
  mountLikes(place);
  expect(place.querySelector("button")?.getAttribute("aria-pressed")).toBe("true");
  place.querySelector("button")!.click();
  await expect.poll(() => place.querySelector("button")?.getAttribute("aria-pressed")).toBe("false");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/likes/pst_1", "DELETE /api/likes/pst_1"]);
});

test("the no-script like form is not submitted", async () => {
  localStorage.clear();
  const calls = stubServer(() => ({ body: { likeCount: 1 } }));
  document.body.innerHTML =
    '<form action="/api/likes/form" data-item-id="pst_9" data-likes="0"><input type="hidden" name="targetId" value="pst_9"><button>0 likes</button></form>';
  const place = document.querySelector("form")!;
  mountLikes(place);
  place.requestSubmit(place.querySelector("button"));
  await expect.poll(() => place.querySelector("button")?.textContent).toBe("1 like");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/likes/pst_9"]);
});

test("no-script markup is replaced with buttons, and the comment form stays", async () => {
  const calls = answering(() => ({ status: 201, body: { approved: false, comment: said("cmt_2", "Later") } }));
  const place = openPage(() => {
    document.querySelector("[data-comment]")!.innerHTML =
      '<a href="/api/comments/form?targetId=pst_1&parentId=cmt_1">Reply</a><form action="/api/likes/form"><button>Like (2)</button></form>';
  });
  expect(place.querySelectorAll("form")).toHaveLength(1);
  expect(place.querySelector("[data-comment] a")).toBeNull();
  button(place, "Reply").click();
  expect(document.querySelector<HTMLInputElement>("[name=parentId]")!.value).toBe("cmt_1");
  fill("author", "Ada");
  fill("text", "Later");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => calls.find(({ method }) => method === "POST")?.path).toBe("/api/comments");
});

// spec: content.comments.open
test("the captcha solution is sent with its key", async () => {
  let challenges = 0;
  const calls = stubServer(({ method, path }) => {
    if (method === "GET") return { body: listed };
    if (path !== "/api/form/FormSubmissionKey") return { status: 201, body: { approved: false, comment: said("cmt_2", "Later") } };
    challenges += 1;
    const key = `k${String(challenges)}`;
    return { body: { key, data: { key }, ...(challenges === 1 ? { challenge: "0.9999999999999.s" } : {}) } };
  });
  const place = openPage((form) => {
    form.dataset.captchaKind = "work";
  });
  fill("author", "Ada");
  fill("text", "Later");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => place.querySelector("[data-kind=success]")).not.toBeNull();
  const sent = calls.find(({ path, method }) => path === "/api/comments" && method === "POST")!.body;
  expect(sent).toMatchObject({ key: "k1", text: "Later" });
  expect((sent as { captchaKey: string }).captchaKey).toMatch(/^0\.9999999999999\.s\.\d+$/);
  fill("text", "Once more");
  place.querySelector("form")!.requestSubmit();
  await expect.poll(() => place.querySelector("[data-kind=error]")?.textContent).toBe("reCAPTCHA failed. Refresh this page and try again.");
  expect(calls.filter(({ path, method }) => path === "/api/comments" && method === "POST")).toHaveLength(1);
});
