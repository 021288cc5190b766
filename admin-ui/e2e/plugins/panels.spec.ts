import { expect, test, type Locator, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, type SignedIn } from "../support/admin.ts";
import { owner, viewer } from "../support/environment.ts";

const plugin = "stoa.sales-by-tag";
const screenOfPanel = `plugin-panels/${plugin}/sales`;

async function switchTo(page: Page, { website, accessToken }: SignedIn, enabled: boolean): Promise<void> {
  const path = `/api/v1/websites/${website.id}/plugins/${plugin}`;
  expect((await callApi(page, "PATCH", path, { enabled }, accessToken)).status).toBe(200);
}

/** Status codes of what the frame of the panel is made of: its page, and a call. */
async function panelCalls(page: Page, { website, accessToken }: SignedIn): Promise<number[]> {
  const path = `/api/v1/websites/${website.id}/plugins/${plugin}/panels/sales`;
  const answers = [
    await callApi(page, "GET", `${path}/page`, null, accessToken),
    await callApi(page, "POST", `${path}/call`, { method: "words", input: {} }, accessToken),
  ];
  return answers.map(({ status }) => status);
}

/** The last group of the sidebar, in which panels are; it may be closed. */
async function openGroup(page: Page): Promise<Locator> {
  const navigation = page.getByRole("navigation", { name: "Site" });
  const group = navigation.getByRole("button", { name: "Site", exact: true });
  if ((await group.getAttribute("aria-expanded")) !== "true") await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  return navigation;
}

// spec: plugins.panels
test("a panel of a plugin counts with the rights of the person, and a viewer gets no more", async ({
  page,
  browser,
}) => {
  const signedIn = await signIn(page, owner);
  await switchTo(page, signedIn, true);
  try {
    await page.goto(signedIn.screen(""));
    await (await openGroup(page)).getByRole("link", { name: "Sales by tag", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sales by tag" })).toBeVisible();
    const panel = page.frameLocator('iframe[title="Sales by tag"]');
    await expect(panel.getByLabel("Period")).toHaveValue("30");
    // It asks its plugin for products and orders. Orders of a shop in test mode do not count.
    await expect(panel.getByRole("status")).toHaveText("Nothing was sold in this period.");
    await panel.getByLabel("Period").selectOption("365");
    await expect(panel.getByRole("status")).toHaveText("Nothing was sold in this period.");
    await expectAccessible(page);
    // It has no origin: neither the session nor anything else of the admin is within its reach.
    const frame = page.frames().find((one) => new URL(one.url()).pathname === "/admin/panel-frame");
    expect(await frame?.evaluate(() => window.origin)).toBe("null");
    expect(await panelCalls(page, signedIn)).toEqual([200, 200]);

    const other = await browser.newContext();
    const theirs = await other.newPage();
    const reader = await signIn(theirs, viewer);
    await theirs.goto(reader.screen(""));
    const navigation = theirs.getByRole("navigation", { name: "Site" });
    await expect(navigation.getByRole("link", { name: "Pages" })).toBeVisible();
    await expect(navigation.getByRole("button", { name: "Site", exact: true })).toHaveCount(0);
    await theirs.goto(reader.screen(screenOfPanel));
    await expect(theirs.getByText("This panel is not there")).toBeVisible();
    await expectAccessible(theirs);
    expect(await panelCalls(theirs, reader)).toEqual([403, 403]);
    await other.close();
  } finally {
    await switchTo(page, signedIn, false);
  }
});
