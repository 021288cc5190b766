import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, expectAccessible, signIn, type SignedIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { command } from "./support/draft-pages.ts";
import { OwnServer } from "./support/own-server.ts";

type Pages = paths["/api/v1/websites/{websiteId}/pages"]["get"]["responses"][200]["content"]["application/json"];
type OpenPage =
  paths["/api/v1/websites/{websiteId}/pages/{pageId}"]["get"]["responses"][200]["content"]["application/json"];

/** The server's current state of the page. */
async function held(page: Page, { website, accessToken }: SignedIn, pageId: string): Promise<OpenPage> {
  const path = `/api/v1/websites/${website.id}/pages/${pageId}`;
  return (await callApi(page, "GET", path, null, accessToken)).body as OpenPage;
}

async function contactPage(page: Page, { website, accessToken }: SignedIn): Promise<string> {
  const { body } = await callApi(page, "GET", `/api/v1/websites/${website.id}/pages`, null, accessToken);
  const contact = (body as Pages).pages.find(({ urlId }) => urlId === "contact");
  if (contact === undefined) throw new Error("the demo has no contact page");
  return contact.id;
}

interface Editor {
  context: BrowserContext;
  page: Page;
  signedIn: SignedIn;
}

const title = (page: Page) => page.getByRole("textbox", { name: "SEO title" });
const description = (page: Page) => page.getByRole("textbox", { name: "SEO description" });
const status = (page: Page) => page.getByRole("status").filter({ hasText: /sav|Publish|Offline/i });

/** The text of the selected block, in its settings. */
const blockText = (page: Page) =>
  page.getByRole("complementary", { name: "Settings" }).getByRole("textbox", { name: "Text", exact: true });

async function openEditor(browser: Browser, origin?: string): Promise<Editor> {
  const context = await browser.newContext(origin === undefined ? {} : { baseURL: origin });
  const page = await context.newPage();
  const signedIn = await signIn(
    page,
    owner,
    origin === undefined ? siteUrl : `http://juniper.localhost:${new URL(origin).port}`,
  );
  return { context, page, signedIn };
}

async function edit({ page, signedIn }: Editor, pageId: string): Promise<void> {
  await page.goto(signedIn.screen(`pages/${pageId}/edit`));
  await expect(title(page)).toBeVisible();
}

test("two people type concurrently, and both see all changes", async ({ browser }) => {
  const [ada, bo] = [await openEditor(browser), await openEditor(browser)];
  const pageId = await contactPage(ada.page, ada.signedIn);
  await edit(ada, pageId);
  await edit(bo, pageId);
  await expect(ada.page.getByText("You have this page open in another tab or device")).toBeVisible();
  await expectAccessible(ada.page);
  await title(ada.page).fill("");
  await title(ada.page).fill("start");
  await expect(title(bo.page)).toHaveValue("start");
  await description(bo.page).press("Control+End");
  // Different settings, typed concurrently character by character.
  await Promise.all([
    title(ada.page).pressSequentially(" of something new by Ada", { delay: 25 }),
    description(bo.page).pressSequentially(" and this was typed by Bo", { delay: 25 }),
  ]);
  for (const { page } of [ada, bo]) {
    await expect(title(page)).toHaveValue("start of something new by Ada");
    await expect(description(page)).toHaveValue(/and this was typed by Bo$/);
    await expect(status(page)).toHaveText(/saved/i);
  }
  // The same setting: one types at the start, one at the end.
  await description(ada.page).fill("middle");
  await expect(description(bo.page)).toHaveValue("middle");
  // The caret keeps its position while another user types before it.
  await description(bo.page).press("Home");
  for (let letter = 0; letter < 3; letter += 1) await description(bo.page).press("ArrowRight");
  await description(ada.page).press("Home");
  await description(ada.page).pressSequentially("the ");
  await expect(description(bo.page)).toHaveValue("the middle");
  await description(bo.page).pressSequentially("-");
  await expect(description(ada.page)).toHaveValue("the mid-dle");
  await description(ada.page).fill("middle");
  await expect(description(bo.page)).toHaveValue("middle");
  await ada.context.setOffline(true);
  await description(ada.page).press("Home");
  await description(ada.page).pressSequentially("Ada ");
  await description(bo.page).press("End");
  await description(bo.page).pressSequentially(" Bo");
  await expect(status(bo.page)).toHaveText(/saved/i);
  await expect(status(ada.page)).toHaveText(/Offline/);
  await ada.context.setOffline(false);
  for (const { page } of [ada, bo]) await expect(description(page)).toHaveValue("Ada middle Bo");
  await ada.context.close();
  await bo.context.close();
});

test("a tab closed before its edits were sent loses none", async ({ browser }) => {
  const ada = await openEditor(browser);
  const pageId = await contactPage(ada.page, ada.signedIn);
  await edit(ada, pageId);
  await ada.context.setOffline(true);
  const text = `typed while offline ${Date.now()}`;
  await expect(status(ada.page)).toHaveText("Offline");
  await title(ada.page).fill(text);
  await expect(status(ada.page)).toHaveText("Offline: saved in this browser");
  await ada.page.close();
  await ada.context.setOffline(false);
  const again = { ...ada, page: await ada.context.newPage() };
  await edit(again, pageId);
  await expect(title(again.page)).toHaveValue(text);
  await expect(async () => expect((await held(again.page, again.signedIn, pageId)).seoTitle).toBe(text)).toPass();
  // It can be undone, although it was made in another tab.
  await again.page.getByRole("button", { name: /^Undo/ }).click();
  await expect(title(again.page)).not.toHaveValue(text);
  await again.context.close();
});

test("two people edit the text of one block concurrently without loss", async ({ browser }) => {
  const ada = await openEditor(browser);
  const pageId = await contactPage(ada.page, ada.signedIn);
  await edit(ada, pageId);
  await command(ada.page, "Add Text");
  await expect(status(ada.page)).toHaveText(/saved/i);
  const first = blockText(ada.page);
  await first.click();
  await first.press("Control+a");
  await ada.page.keyboard.type("middle");
  await expect(status(ada.page)).toHaveText(/saved/i);
  const bo = await openEditor(browser);
  await edit(bo, pageId);
  const outline = bo.page.getByRole("navigation", { name: "Outline of the page" });
  await outline
    .getByRole("button", { name: /middle/ })
    .first()
    .click();
  const second = blockText(bo.page);
  await expect(second).toHaveText("middle");
  await first.press("Control+Home");
  await second.press("Control+End");
  await Promise.all([
    first.pressSequentially("what Ada writes before the ", { delay: 30 }),
    second.pressSequentially(" and what Bo writes after it", { delay: 30 }),
  ]);
  const both = "what Ada writes before the middle and what Bo writes after it";
  for (const [{ page }, text] of [
    [ada, first],
    [bo, second],
  ] as const) {
    await expect(text).toHaveText(both);
    await expect(status(page)).toHaveText(/saved/i);
  }
  await expect(async () =>
    expect(JSON.stringify((await held(ada.page, ada.signedIn, pageId)).document)).toContain(both),
  ).toPass();
  await bo.context.close();
  await ada.page.getByRole("button", { name: "Remove block" }).click();
  await expect(status(ada.page)).toHaveText(/saved/i);
  await ada.context.close();
});

test("a tab closed right after typing loses nothing", async ({ browser }) => {
  const ada = await openEditor(browser);
  const pageId = await contactPage(ada.page, ada.signedIn);
  await edit(ada, pageId);
  const text = `typed and gone ${Date.now()}`;
  await title(ada.page).fill("");
  await title(ada.page).pressSequentially(text);
  // No beforeunload, as when the browser is killed; the last edits have not been sent yet.
  await ada.page.close({ runBeforeUnload: false });
  const again = { ...ada, page: await ada.context.newPage() };
  await edit(again, pageId);
  await expect(title(again.page)).toHaveValue(text);
  await expect(async () => expect((await held(again.page, again.signedIn, pageId)).seoTitle).toBe(text)).toPass();
  await again.context.close();
});

test("a second tab does not send the first tab's pending edits", async ({ browser }) => {
  const ada = await openEditor(browser);
  const pageId = await contactPage(ada.page, ada.signedIn);
  await edit(ada, pageId);
  // Only this tab is offline: its steps cannot be sent, while those of the other could.
  await ada.page.route("**/operations*", (route) => route.abort());
  const text = `from the first tab ${Date.now()}`;
  await title(ada.page).fill("");
  await title(ada.page).pressSequentially(text.slice(0, 10));
  await expect(status(ada.page)).toHaveText("Offline: saved in this browser");
  const second = { ...ada, page: await ada.context.newPage() };
  await edit(second, pageId);
  await expect(status(second.page)).toHaveText(/saved|Published/i);
  await title(ada.page).pressSequentially(text.slice(10));
  await ada.page.unroute("**/operations*");
  for (const { page } of [ada, second]) await expect(title(page)).toHaveValue(text);
  await expect(async () => expect((await held(second.page, second.signedIn, pageId)).seoTitle).toBe(text)).toPass();
  await ada.context.close();
});

test("undo, redo and history work after a reload", async ({ browser }) => {
  const ada = await openEditor(browser);
  const { page } = ada;
  const pageId = await contactPage(page, ada.signedIn);
  await edit(ada, pageId);
  const before = await title(page).inputValue();
  await title(page).fill("first words");
  await expect(status(page)).toHaveText(/saved/i);
  await page.reload();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(title(page)).toHaveValue(before);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await expect(title(page)).toHaveValue("first words");
  await page.getByRole("button", { name: "Add section" }).click();
  await expect(status(page)).toHaveText(/saved/i);
  await page.getByRole("button", { name: "History" }).click();
  const panel = page.getByLabel("History", { exact: true }).last();
  await panel.getByRole("listitem").last().getByRole("button").click();
  await expect(panel.getByRole("list", { name: "Changes since then" })).toContainText(/added|changed/);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("The older version was restored")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("button", { name: "Page", exact: true }).click();
  await expect(title(page)).toHaveValue("first words");
  await ada.context.close();
});

test("a server that is killed and restarted loses no edit", async ({ browser }) => {
  const server = await OwnServer.make();
  try {
    const ada = await openEditor(browser, server.origin);
    const pageId = await contactPage(ada.page, ada.signedIn);
    await edit(ada, pageId);
    await title(ada.page).fill("before the cut");
    await expect(status(ada.page)).toHaveText(/saved/i);
    const typing = title(ada.page).pressSequentially(" and all through it, letter by letter", { delay: 40 });
    await server.kill();
    await typing;
    await expect(status(ada.page)).toHaveText(/Offline/);
    await server.start();
    await expect(status(ada.page)).not.toHaveText(/Offline/);
    await expect(status(ada.page)).toHaveText(/saved/i);
    const { seoTitle } = await held(ada.page, ada.signedIn, pageId);
    expect(seoTitle).toBe("before the cut and all through it, letter by letter");
    await ada.context.close();
  } finally {
    await server.end();
  }
});
