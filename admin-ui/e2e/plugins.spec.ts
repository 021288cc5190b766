import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, type SignedIn } from "./support/admin.ts";
import { command, frameName, onEmptyPage } from "./support/draft-pages.ts";
import { owner } from "./support/environment.ts";
import { Publisher } from "./support/plugin-package.ts";

// A script of a block shows less where its visitor wants no motion.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** A plugin belongs to the publisher that came first: each run has one of its own. */
const stamp = Date.now().toString(36);
const [id, name] = [`acme.notice-${stamp}`, `Notice ${stamp}`];

async function upload(page: Page, { screen }: SignedIn, file: string): Promise<void> {
  await page.goto(screen("plugins"));
  await page.getByLabel("Plugin file").setInputFiles(file);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 60_000 });
}

async function remove(page: Page, screen: SignedIn["screen"]): Promise<void> {
  await page.goto(screen(`plugins/${id}`));
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Remove ${name}?` });
  await dialog.getByRole("radio", { name: /^Delete its settings/ }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`${name} removed`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Plugins" })).toBeVisible();
}

test("an owner uploads a plugin, uses its block, changes its version and removes it", async ({ page }) => {
  test.slow();
  const publisher = new Publisher();
  try {
    const [first, second] = ["1.0.0", "1.1.0"].map((version) => publisher.pack("stoa.callout", { id, name, version }));
    if (first === undefined || second === undefined) throw new Error("no packages");
    await onEmptyPage(page, async (signedIn) => {
      const address = page.url();
      await upload(page, signedIn, first);
      await expect(page.getByText(/this server does not know the publisher/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Install" }).click();
      const question = page.getByRole("dialog", { name: `Install ${name}?` });
      await expectAccessible(page);
      await question.getByRole("button", { name: "Install" }).click();
      await expect(page.getByText(`${name} is installed`)).toBeVisible();
      const isOn = page.getByRole("switch", { name: "Switched on" });
      await expect(isOn).toBeVisible();
      if (!(await isOn.isChecked())) await isOn.click();
      await expect(page.getByText("Running", { exact: true })).toBeVisible();
      await expectAccessible(page);

      await page.goto(address);
      await page.getByRole("group", { name: "Canvas" }).focus();
      await command(page, "Add a block");
      const palette = page.getByRole("dialog", { name: "Add a block" });
      await page.keyboard.type(name);
      const offer = palette.getByRole("button", { name: /By acme/ });
      await expect(offer).toBeVisible();
      await offer.click();
      // A new block has the settings of the plugin's example.
      await expect(page.frameLocator(frameName).getByText("Closed on Monday")).toBeVisible();
      await expect(page.getByRole("status").getByText(/Draft saved/)).toBeVisible();

      await upload(page, signedIn, second);
      await page.getByRole("button", { name: "Update to 1.1.0" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Update" }).click();
      await expect(page.getByText(`${name} 1.1.0 is running`)).toBeVisible();
      await page.getByRole("button", { name: "Go back to 1.0.0" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
      await expect(page.getByText(`${name} 1.0.0 is running`)).toBeVisible();
      await remove(page, signedIn.screen);

      await page.goto(address);
      await page
        .getByRole("navigation", { name: "Outline of the page" })
        .getByText(/^acme-notice-.*--callout/)
        .click();
      await expect(
        page.getByText(/needs the plugin acme-notice-.*, which is not installed or switched off/),
      ).toBeVisible();
      await expectAccessible(page);
    });
  } finally {
    publisher.end();
  }
});

// spec: plugins.blocks.client
test("the preview in the editor runs the script of a block in a frame", async ({ page }) => {
  const { screen, website, accessToken } = await signIn(page, owner);
  const answer = await callApi(page, "GET", `/api/v1/websites/${website.id}/pages`, null, accessToken);
  const { pages } = answer.body as { pages: { id: string; fullUrl: string }[] };
  const classes = pages.find(({ fullUrl }) => fullUrl === "/classes");
  await page.goto(screen(`pages/${classes?.id ?? ""}/edit`));
  const countdown = page.frameLocator(frameName).frameLocator('iframe[title="Countdown"]');
  const seconds = countdown.locator(".stoa-countdown__part").last();
  await expect(seconds).toContainText("seconds");
  const before = await seconds.textContent();
  await expect(seconds).not.toHaveText(before ?? "");
});

test("a file that is no plugin is refused in words", async ({ page }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("plugins"));
  const file = page.getByLabel("Plugin file");
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
  await expect(page.getByText(/^notes.txt was not accepted: Choose a plugin file/)).toBeVisible();
  await file.setInputFiles({ name: "torn.stoaplugin", mimeType: "application/zip", buffer: Buffer.from("PK") });
  await expect(page.getByText(/^torn.stoaplugin was not accepted: /)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { name: "Catalogue" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("tab", { name: "Catalogue" }).click();
  await expect(page.getByRole("list", { name: "Catalogue" })).toBeVisible();
  await expectAccessible(page);
});
