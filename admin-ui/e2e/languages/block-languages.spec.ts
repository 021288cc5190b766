import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner, siteUrl } from "../support/environment.ts";

type Made = paths["/api/v1/websites/{websiteId}/pages"]["post"]["responses"][201]["content"]["application/json"];

/** Gives the site languages besides its primary one. */
async function offerLanguages(page: Page, { website, accessToken }: SignedIn, codes: readonly string[]): Promise<void> {
  const more = codes.map((code) => ({ code, isPrimary: false, enabled: true }));
  const languages = [{ code: "en-US", isPrimary: true, enabled: true }, ...more];
  const site = { "X-Website-Id": website.id };
  const { status } = await callApi(page, "PUT", "/api/multilingual/languages", { languages }, accessToken, site);
  expect(status).toBe(200);
}

const text = (id: string, words: string) => ({ id, kind: "text", settings: { html: `<p>${words}</p>` } });

/** A new page with two texts on a site that also has French; both are removed afterwards. */
async function onPageInTwoLanguages(
  page: Page,
  title: string,
  run: (place: SignedIn & { editor: string }) => Promise<void>,
): Promise<void> {
  const place = await signIn(page, owner);
  const { website, accessToken, screen } = place;
  const call = (method: string, path: string, body: object | null = null) =>
    callApi(page, method, `/api/v1/websites/${website.id}${path}`, body, accessToken);
  await offerLanguages(page, place, ["fr"]);
  const { id, revision } = (await call("POST", "/pages", { kind: "page", title })).body as Made & { revision: number };
  const section = {
    id: "band",
    settings: { tone: "default", width: "normal", padding: "medium" },
    rows: [
      { id: "row", columns: [{ span: 12, blocks: [text("kilns", "Kilns in October"), text("tea", "Tea at noon")] }] },
    ],
  };
  const step = { number: 1, kind: "edit", operations: [{ op: "insertSection", after: null, section }] };
  await call("POST", `/pages/${id}/operations`, { base: revision, client: "journey", steps: [step] });
  try {
    await run({ ...place, editor: screen(`pages/${id}/edit`) });
  } finally {
    await call("DELETE", `/pages/${id}`);
    await offerLanguages(page, place, []);
  }
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Visitors see this page now.")).toBeVisible();
}

// spec: multilingual.blocks.open, multilingual.translations.open
test("a block is hidden in French, and another is translated in the rich-text editor", async ({ page, context }) => {
  test.slow();
  const stamp = Date.now();
  await onPageInTwoLanguages(page, `October ${stamp}`, async ({ editor }) => {
    const frame = page.frameLocator("iframe[title='Preview of the page']");
    const outline = page.getByRole("navigation", { name: "Outline of the page" });
    const bar = page.getByRole("banner");
    await page.goto(editor);
    await outline.getByRole("button", { name: "Text Tea at noon" }).click();
    const languages = page.getByRole("region", { name: "Languages" });
    await languages.getByRole("combobox", { name: "Shown in" }).click();
    await page.getByRole("option", { name: "Not in these languages" }).click();
    await expect(languages.getByRole("checkbox", { name: "Français" })).toBeChecked();
    await expectAccessible(page);
    await publish(page);

    await bar.getByRole("button", { name: "Language of the preview" }).click();
    await page.getByRole("menuitem", { name: "Français" }).click();
    await expect(frame.getByText("Tea at noon")).toHaveCount(0);
    await expect(frame.getByText("Kilns in October")).toBeVisible();
    await expect(page.getByText("This part is not shown in Français.")).toBeVisible();
    await outline.getByRole("button", { name: "Text Kilns in October" }).click();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Translate this block" }).click();

    const texts = page.getByRole("region", { name: /^Text/ });
    await expect(texts).toHaveCount(1);
    const translation = texts.getByRole("textbox", { name: "Translation" });
    await expect(translation).toHaveAttribute("lang", "fr");
    await translation.fill("Fours en octobre");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(texts.getByText("Not translated")).toHaveCount(0);
    await expectAccessible(page);

    const visitor = await context.newPage();
    await visitor.goto(`${siteUrl}/october-${stamp}`);
    await expect(visitor.getByText("Tea at noon")).toBeVisible();
    await expect(visitor.getByText("Kilns in October")).toBeVisible();
    await visitor.goto(`${siteUrl}/fr/october-${stamp}`);
    await expect(visitor.getByText("Fours en octobre")).toBeVisible();
    await expect(visitor.getByText("Tea at noon")).toHaveCount(0);
    await visitor.close();

    await page.goto(editor);
    await bar.getByRole("button", { name: "Language of the preview" }).click();
    await page.getByRole("menuitem", { name: "Français" }).click();
    await expect(frame.getByText("Fours en octobre")).toBeVisible();
    await page.getByRole("button", { name: "Back to editing" }).click();
    await expect(frame.getByText("Tea at noon")).toBeVisible();
  });
});

test("a block is replaced in French by a copy", async ({ page, context }) => {
  test.slow();
  const stamp = Date.now();
  await onPageInTwoLanguages(page, `Replaced ${stamp}`, async ({ editor }) => {
    const outline = page.getByRole("navigation", { name: "Outline of the page" });
    await page.goto(editor);
    await outline.getByRole("button", { name: "Text Tea at noon" }).click();
    const languages = page.getByRole("region", { name: "Languages" });
    await languages.getByRole("button", { name: "Replace in a language…" }).click();
    await page.getByRole("menuitem", { name: "Français" }).click();
    await expect(languages.getByRole("combobox", { name: "Shown in" })).toHaveText("Only in these languages");
    const words = page.getByRole("complementary", { name: "Settings" }).getByRole("textbox", { name: "Text" });
    await words.fill("Chocolat chaud");
    await expect(outline.getByRole("button", { name: "Text Chocolat chaud" })).toBeVisible();
    await publish(page);

    const visitor = await context.newPage();
    await visitor.goto(`${siteUrl}/replaced-${stamp}`);
    await expect(visitor.getByText("Tea at noon")).toBeVisible();
    await expect(visitor.getByText("Chocolat chaud")).toHaveCount(0);
    await visitor.goto(`${siteUrl}/fr/replaced-${stamp}`);
    await expect(visitor.getByText("Chocolat chaud")).toBeVisible();
    await expect(visitor.getByText("Tea at noon")).toHaveCount(0);
    await visitor.close();
  });
});
