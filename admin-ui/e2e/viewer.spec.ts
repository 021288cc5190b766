import { expect, test } from "@playwright/test";
import { callApi, expectAccessible, signIn, signInByForm } from "./support/admin.ts";
import { viewer } from "./support/environment.ts";

test("a viewer sees pages without edit controls, and the server refuses changes", async ({ page }) => {
  const { website, accessToken, screen } = await signInByForm(page, viewer);
  await expectAccessible(page);
  const navigation = page.getByRole("navigation", { name: "Site" });
  await expect(navigation.getByRole("link", { name: "Pages" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Orders" })).toHaveCount(0);

  await page.goto(screen("pages"));
  await expect(page.getByText("View only")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByText("/", { exact: true }) })
    .locator('a[href$="/edit"]')
    .click();
  await expect(page.getByText("View only")).toBeVisible();
  await expect(page.getByTitle("Preview of the page")).toBeVisible();
  await expect(page.getByRole("button", { name: /save|publish|discard|add|remove|undo/i })).toHaveCount(0);
  await expect(page.getByLabel("Title", { exact: true })).toBeDisabled();
  await expectAccessible(page);

  const pageId = /pages\/([^/]+)\/edit/.exec(page.url())?.[1] ?? "";
  const base = `/api/v1/websites/${website.id}`;
  const refused = await Promise.all([
    callApi(page, "POST", `${base}/pages/${pageId}/publish`, { revision: 1 }, accessToken),
    callApi(page, "GET", `${base}/orders`, null, accessToken),
    callApi(page, "POST", `${base}/orders/unknown/fulfill`, { notifyCustomer: true }, accessToken),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test("a viewer who opens an order's URL sees why it is not accessible", async ({ page }) => {
  const { screen } = await signIn(page, viewer);
  await page.goto(screen("orders"));
  await expect(page.getByText("No access")).toBeVisible();
  await expect(page.getByRole("button", { name: /fulfil/i })).toHaveCount(0);
  await expectAccessible(page);
});
