import { expect, type Locator, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, signIn, type SignedIn } from "./admin.ts";
import { owner } from "./environment.ts";

export const frameName = "iframe[title='Preview of the page']";

export interface ScreenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box on the screen of an element in the preview: its own box does not include the scale of the frame. */
export async function boxInFrame(page: Page, locator: Locator): Promise<ScreenBox> {
  const outside = await page.locator(frameName).boundingBox();
  if (outside === null) throw new Error("no frame");
  const { box, width } = await locator.evaluate((element) => ({
    box: element.getBoundingClientRect().toJSON() as DOMRect,
    width: window.innerWidth,
  }));
  const scale = outside.width / width;
  return {
    x: outside.x + box.x * scale,
    y: outside.y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

/** Centre of an element in the preview, on the screen. */
export async function placeInFrame(page: Page, locator: Locator): Promise<{ x: number; y: number; top: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = await boxInFrame(page, locator);
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2, top: box.y };
}

export type OpenPage =
  paths["/api/v1/websites/{websiteId}/pages/{pageId}"]["get"]["responses"][200]["content"]["application/json"];
type Section = OpenPage["document"]["sections"][number];
type Pages = paths["/api/v1/websites/{websiteId}/pages"]["get"]["responses"][200]["content"]["application/json"];

/** A section with one row. Its columns contain text blocks of one paragraph each. */
export function sectionOfTexts(id: string, columns: string[][]): Section {
  const block = (words: string, column: number, index: number) => ({
    id: `${id}-${column}-${index}`,
    kind: "text",
    settings: { html: `<p>${words}</p>` },
  });
  const span = 12 / columns.length;
  const filled = columns.map((texts, column) => ({
    span,
    blocks: texts.map((words, index) => block(words, column, index)),
  }));
  const row = { id: `row-${id}`, columns: filled };
  return { id, settings: { tone: "default", width: "normal", padding: "medium" }, rows: [row] };
}

/** Saves a document as a page's draft. */
export async function putDraft(
  page: Page,
  { website, accessToken }: SignedIn,
  before: OpenPage,
  content: unknown,
): Promise<OpenPage> {
  const { id, title, navigationTitle, seoTitle, seoDescription } = before;
  const address = `/api/v1/websites/${website.id}/pages/${id}`;
  const { revision } = (await callApi(page, "GET", address, null, accessToken)).body as OpenPage;
  const draft = { title, navigationTitle, seoTitle, seoDescription, document: content };
  const saved = await callApi(page, "PUT", address, draft, accessToken, { "If-Match": `"${String(revision)}"` });
  expect(saved, "the draft is saved").toMatchObject({ status: 200 });
  return saved.body as OpenPage;
}

type OnPage = (signedIn: SignedIn, open: OpenPage) => Promise<void>;

/** Opens a page with an empty draft in the editor. The previous draft is restored afterwards. */
export async function onEmptyPage(page: Page, run: OnPage): Promise<void> {
  await onPageOf(page, [], run);
}

/** Opens a page with these sections in the editor. The previous draft is restored afterwards. */
export async function onPageOf(page: Page, sections: Section[], run: OnPage): Promise<void> {
  const signedIn = await signIn(page, owner);
  const { website, accessToken, screen } = signedIn;
  const call = (method: string, path: string, body: object | null = null) =>
    callApi(page, method, `/api/v1/websites/${website.id}/pages${path}`, body, accessToken);
  const listed = ((await call("GET", "")).body as Pages).pages.find(({ kind, isHome }) => kind === "page" && !isHome);
  if (listed === undefined) throw new Error("the site has no second page");
  const before = (await call("GET", `/${listed.id}`)).body as OpenPage;
  await putDraft(page, signedIn, before, { version: 1, sections });
  try {
    await page.goto(screen(`pages/${listed.id}/edit`));
    await expect(page.getByRole("group", { name: "Canvas" })).toBeVisible();
    await expect(page.frameLocator(frameName).locator("main, body").first()).toBeVisible();
    await run(signedIn, before);
    await expect(page.getByRole("status").getByText(/Draft saved|Published/)).toBeVisible();
  } finally {
    // The editor has to be left, which would save what it holds.
    await page.goto("about:blank");
    const { revision } = await putDraft(page, signedIn, before, before.document);
    await call("POST", `/${listed.id}/publish`, { revision });
  }
}

/**
 * Runs a command by name from the command box, by keyboard. The name comes at once, as from an input method: the box would
 * filter all commands again at each letter.
 */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search", exact: true })).toBeFocused();
  await page.keyboard.insertText(name);
  await expect(page.getByRole("option", { selected: true })).toHaveText(new RegExp(name));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search", exact: true })).toHaveCount(0);
}

/** Moves the focus to a control with Tab alone; 40 steps reach every control of a dialog. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
