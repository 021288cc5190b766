import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { createPageStore, siteUserActions } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { problem, stubServer, type Sent } from "@/testing/server";
import { context } from "@/testing/shop";
import { mountComments } from "./comments";

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
const list = `<ol class="stoa-comments__list"><li class="stoa-comments__thread"><article class="stoa-comment" id="cmt_1"><p>Hello</p>
  <div data-comment="cmt_1" data-likes="2"></div></article></li></ol>`;
const nothing = '<p class="stoa-empty">No comments yet.</p>';

interface Opening {
  arrange?: (form: HTMLFormElement) => void;
  isSignedIn?: boolean;
  inEditor?: boolean;
  comments?: string;
}

function openPage({ arrange, isSignedIn = false, inEditor = false, comments = list }: Opening = {}): HTMLElement {
  document.body.innerHTML = `<section aria-label="Comments" data-stoa-island="comments" data-target-id="pst_1" data-likes>
    ${comments}
    <form><p data-comment-lead>Write a comment</p><input type="hidden" name="targetId" value="pst_1"><input type="hidden" name="parentId">
      <div class="stoa-field"><label for="comment-author">Name</label><input id="comment-author" name="author" required></div>
      <div class="stoa-field"><label for="comment-email">Email</label><input id="comment-email" name="email"></div>
      <label for="comment-text">Comment</label><textarea id="comment-text" name="text"></textarea>
      <input name="websiteAddress" hidden><div data-comment-status role="status"></div><button type="submit">Send comment</button></form></section>`;
  const place = screen.getByRole("region", { name: "Comments" });
  arrange?.(place.querySelector("form")!);
  const store = createPageStore();
  store.dispatch(siteUserActions.recognised({ authenticated: isSignedIn, siteUserId: isSignedIn ? "u1" : null }));
  change(() => mountComments(place, store, { ...context, inEditor }));
  return place;
}

const listed = {
  comments: [{ ...said("cmt_1", "Hello", true), replies: [] }],
  count: 1,
  open: true,
  hasNextPage: false,
  nextPageCursor: null,
};
const button = (name: string) => screen.findByRole("button", { name });
const click = async (name: string): Promise<void> => userEvent.click(await button(name));
const parentId = () => document.querySelector<HTMLInputElement>("[name=parentId]")!.value;
const status = () => screen.getByRole("status");

/** Types a comment and sends it. */
async function send(text: string, author = "Ada"): Promise<void> {
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  if (author !== "" && name.value === "") await userEvent.type(name, author);
  if (text !== "") await userEvent.type(screen.getByLabelText("Comment"), text);
  await click("Send comment");
}

function answering(reply: (sent: Sent) => ReturnType<Parameters<typeof stubServer>[0]>): Sent[] {
  return stubServer((sent) => (sent.method === "GET" ? { body: listed } : reply(sent)));
}

const posts = (calls: readonly Sent[]): Sent[] =>
  calls.filter(({ path, method }) => path === "/api/comments" && method === "POST");

beforeAll(async () => {
  // They would be loaded by the first test only.
  await Promise.all([import("./sending"), import("@stoa/api/client"), import("@/shared/captcha/captcha")]);
});

test("a pending comment shows a notice; an approved one is inserted as text", async () => {
  const replies = [
    { approved: false, comment: said("cmt_2", "Later") },
    { approved: true, comment: said("cmt_3", hostile) },
    { approved: true, comment: said("cmt_4", "Third") },
  ];
  const calls = answering(() => ({ status: 201, body: replies.shift() }));
  const place = openPage();
  await send("Later");
  await expect.poll(() => status().textContent).toContain("once it has been approved");
  expect(status().querySelector("p.stoa-alert")?.getAttribute("data-kind")).toBe("success");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Comment").value).toBe("");
  expect(posts(calls)[0]?.body).toMatchObject({ targetId: "pst_1", author: "Ada", text: "Later", parentId: null });
  await send("Hostile");
  await expect
    .poll(() => document.getElementById("cmt_3")?.querySelector(".stoa-comment__text")?.textContent)
    .toBe(hostile);
  expect(document.querySelector("img")).toBeNull();
  await send("Third");
  await expect
    .poll(() => [...place.querySelectorAll("li > article")].map(({ id }) => id))
    .toEqual(["cmt_4", "cmt_3", "cmt_1"]);
  expect(place.querySelectorAll("ol.stoa-comments__list > li.stoa-comments__thread")).toHaveLength(3);
});

test("the first comments of a page make its list", async () => {
  const replies = ["cmt_5", "cmt_6"].map((id) => ({ approved: true, comment: said(id, id) }));
  answering(() => ({ status: 201, body: replies.shift() }));
  const place = openPage({ comments: nothing });
  await send("One");
  await expect.poll(() => document.getElementById("cmt_5")).not.toBeNull();
  expect(place.querySelector(".stoa-empty")).toBeNull();
  await send("Two");
  await expect.poll(() => [...place.querySelectorAll("li > article")].map(({ id }) => id)).toEqual(["cmt_6", "cmt_5"]);
  expect(place.querySelector("form")?.previousElementSibling?.className).toBe("stoa-comments__list");
});

test("replies name the comment, and can be cancelled", async () => {
  const calls = answering(() => ({ status: 201, body: { approved: false, comment: said("cmt_4", "Yes") } }));
  const place = openPage();
  const form = place.querySelector("form")!;
  await click("Reply");
  expect(form.previousElementSibling).toBe(place.querySelector("[data-comment]"));
  expect(document.activeElement).toBe(screen.getByLabelText("Comment"));
  expect(place.querySelector("[data-comment-lead]")?.textContent).toBe("Reply to this comment Cancel");
  await send("Yes");
  await expect.poll(() => posts(calls)[0]?.body).toMatchObject({ parentId: "cmt_1" });
  await click("Cancel");
  expect(parentId()).toBe("");
  expect(place.lastElementChild).toBe(form);
  expect(place.querySelector("[data-comment-lead]")?.textContent).toBe("Write a comment");
});

test("an approved reply ends its thread, and the form returns to its place", async () => {
  answering(() => ({ status: 201, body: { approved: true, comment: said("cmt_7", "Yes") } }));
  const place = openPage();
  await click("Reply");
  await send("Yes");
  await expect.poll(() => place.querySelector(".stoa-comments__thread")?.lastElementChild?.id).toBe("cmt_7");
  expect(place.lastElementChild).toBe(place.querySelector("form"));
  expect(parentId()).toBe("");
});

test("errors are shown at their field, or above the button", async () => {
  const refusals = [
    problem(400, "validation-failed", "Some values are invalid.", { errors: { text: "Enter a text." } }),
    problem(401, "sign-in-required", "Sign in first."),
  ];
  answering(() => refusals.shift()!);
  openPage();
  await send("");
  await expect.poll(() => document.getElementById("comment-text-error")?.textContent).toBe("Enter a text.");
  const text = screen.getByRole("textbox", { name: "Comment", description: "Enter a text." });
  expect([document.activeElement, text.getAttribute("aria-invalid")]).toEqual([text, "true"]);
  await send("");
  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link.getAttribute("href")).toContain("/account/sign-in?next=");
  expect(link.closest("p.stoa-alert[data-kind=error]")?.textContent).toBe("Sign in first. Sign in");
  expect([text.hasAttribute("aria-invalid"), document.getElementById("comment-text-error")]).toEqual([false, null]);
});

test("own comments are deleted after confirmation, others are reported", async () => {
  const calls = answering(() => ({ body: {} }));
  openPage({ isSignedIn: true });
  const name = screen.getByLabelText("Name");
  expect([name.hasAttribute("required"), name.closest<HTMLElement>(".stoa-field")?.hidden]).toEqual([false, true]);
  await click("Report");
  await expect.poll(async () => (await button("Reported. Thank you.")).hasAttribute("disabled")).toBe(true);
  await click("Delete");
  await click("Delete permanently?");
  await expect.poll(() => document.getElementById("cmt_1")?.textContent).toBe("This comment was removed.");
  expect(calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/comments/cmt_1/flag",
    "DELETE /api/comments/cmt_1",
  ]);
});

test("deleting a comment does not take the form below it away", async () => {
  answering(() => ({ body: {} }));
  const place = openPage();
  await click("Reply");
  await click("Delete");
  await click("Delete permanently?");
  await expect.poll(() => document.getElementById("cmt_1")?.textContent).toBe("This comment was removed.");
  expect(place.lastElementChild).toBe(place.querySelector("form"));
});

test("no-script markup is replaced with buttons, and the comment form stays", async () => {
  const calls = answering((sent) => ({
    status: 201,
    body: sent.path.endsWith("/like") ? { likeCount: 3 } : { approved: false, comment: said("cmt_2", "Later") },
  }));
  const place = openPage({
    arrange: () => {
      document.querySelector("[data-comment]")!.innerHTML =
        '<a href="/api/comments/form?targetId=pst_1&parentId=cmt_1">Reply</a><form action="/api/likes/form"><button>Like (2)</button></form>';
    },
  });
  expect(place.querySelectorAll("form")).toHaveLength(1);
  const bar = within(place.querySelector<HTMLElement>("[data-comment]")!);
  expect(bar.queryByRole("link")).toBeNull();
  expect(bar.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Reply", "Like (2)", "Report"]);
  await click("Like (2)");
  expect((await button("Like (3)")).hasAttribute("disabled")).toBe(true);
  await click("Reply");
  expect(parentId()).toBe("cmt_1");
  await send("Later");
  await expect.poll(() => posts(calls)).toHaveLength(1);
});

test("in the editor the comments are as the server rendered them", () => {
  const calls = stubServer(() => ({ body: listed }));
  const place = openPage({ inEditor: true });
  expect(
    within(place)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Send comment"]);
  expect(calls).toEqual([]);
});

// spec: content.comments.open
test("the captcha solution is sent with its key", async () => {
  let challenges = 0;
  const calls = stubServer(({ method, path }) => {
    if (method === "GET") return { body: listed };
    if (path !== "/api/form/FormSubmissionKey")
      return { status: 201, body: { approved: false, comment: said("cmt_2", "Later") } };
    challenges += 1;
    const key = `k${String(challenges)}`;
    return { body: { key, data: { key }, ...(challenges === 1 ? { challenge: "0.9999999999999.s" } : {}) } };
  });
  openPage({
    arrange: (form) => {
      form.dataset.captchaKind = "work";
    },
  });
  await send("Later");
  await expect.poll(() => status().querySelector("[data-kind=success]")).not.toBeNull();
  const sent = posts(calls)[0]!.body;
  expect(sent).toMatchObject({ key: "k1", text: "Later" });
  expect((sent as { captchaKey: string }).captchaKey).toMatch(/^0\.9999999999999\.s\.\d+$/);
  await send("Once more");
  await expect
    .poll(() => status().querySelector("[data-kind=error]")?.textContent)
    .toBe("reCAPTCHA failed. Refresh this page and try again.");
  expect(posts(calls)).toHaveLength(1);
});
