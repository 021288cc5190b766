import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, expectAccessible, signIn } from "./support/admin.ts";
import { owner } from "./support/environment.ts";

type Made = paths["/api/v1/websites/{websiteId}/pages"]["post"]["responses"][201]["content"]["application/json"];
type Saved =
  paths["/api/v1/websites/{websiteId}/saved-sections"]["get"]["responses"][200]["content"]["application/json"];

const block = { id: "words", kind: "text", settings: { html: "<p>Kilns in October</p>" } };
const section = {
  id: "band",
  settings: { tone: "muted", width: "normal", padding: "medium" },
  rows: [{ id: "row", columns: [{ span: 12, blocks: [block] }] }],
};

/**
 * Opens a new page with one text in the editor; afterwards the page is moved to the trash and saved sections are
 * deleted.
 */
async function onFreshPage(page: Page, run: () => Promise<void>): Promise<void> {
  const { website, accessToken, screen } = await signIn(page, owner);
  const call = (method: string, path: string, body: object | null = null) =>
    callApi(page, method, `/api/v1/websites/${website.id}${path}`, body, accessToken);
  const { id, revision } = (await call("POST", "/pages", { kind: "page", title: "Autumn plans" })).body as Made & {
    revision: number;
  };
  const step = { number: 1, kind: "edit", operations: [{ op: "insertSection", after: null, section }] };
  await call("POST", `/pages/${id}/operations`, { base: revision, client: "journey", steps: [step] });
  try {
    await page.goto(screen(`pages/${id}/edit`));
    await expect(page.frameLocator("iframe[title='Preview of the page']").getByText("Kilns in October")).toBeVisible();
    await run();
    await expect(page.getByRole("status").getByText("Draft saved")).toBeVisible();
  } finally {
    const { savedSections } = (await call("GET", "/saved-sections")).body as Saved;
    for (const saved of savedSections) await call("DELETE", `/saved-sections/${saved.id}`);
    await call("DELETE", `/pages/${id}`);
  }
}

test("review comments, preview link, phone overrides and saved sections of a draft", async ({ page, browser }) => {
  await onFreshPage(page, async () => {
    const frame = page.frameLocator("iframe[title='Preview of the page']");
    const outline = page.getByRole("navigation", { name: "Outline of the page" });
    const bar = page.getByRole("banner");

    await outline.getByRole("button", { name: "Text Kilns in October" }).click();
    await bar.getByRole("button", { name: "Comments" }).click();
    await page.getByRole("textbox", { name: "Comment on Text" }).fill("Is October still true?");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(page.getByRole("listitem").getByText("Is October still true?")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close the comments" }).click();
    await expect(bar.getByRole("button", { name: "Comments, 1 open" })).toBeVisible();
    await page.getByRole("button", { name: "One comment on this block" }).click();
    await page.getByRole("button", { name: "Resolve" }).click();
    await expect(page.getByText("No open comments")).toBeVisible();
    await page.getByRole("button", { name: "Close the comments" }).click();

    await bar.getByRole("button", { name: "Share a preview" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const address = await page.getByRole("textbox", { name: /^Link that expires on/ }).inputValue();
    const stranger = await browser.newPage();
    await stranger.goto(address);
    await expect(stranger.getByText("Kilns in October")).toBeVisible();
    await expect(stranger.getByText("This is a draft.")).toBeVisible();
    await page.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("No preview links for this draft yet")).toBeVisible();
    await stranger.goto(address);
    await expect(stranger.getByRole("heading", { name: "This preview has expired" })).toBeVisible();
    await stranger.close();
    await page.getByRole("button", { name: "Close", exact: true }).click();

    await bar.getByRole("button", { name: "Phone width" }).click();
    await page.getByRole("switch", { name: "Hide on phones" }).click();
    await expect(frame.getByText("Kilns in October")).toBeHidden();
    await bar.getByRole("button", { name: "Desktop width" }).click();
    await expect(frame.getByText("Kilns in October")).toBeVisible();

    await outline.getByRole("button", { name: "Section 1", exact: true }).click();
    await page.getByRole("button", { name: "Save section for other pages" }).click();
    const naming = page.getByRole("dialog");
    await naming.getByRole("textbox", { name: "Name" }).fill("Plans band");
    await naming.getByRole("button", { name: "Save", exact: true }).click();
    await expect(naming).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search", exact: true }).fill("section from the library");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Saved" }).click();
    await page.getByRole("button", { name: "Add Plans band" }).click();
    await expect(frame.getByText("Kilns in October")).toHaveCount(2);
  });
});
