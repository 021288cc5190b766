import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

test("the owner creates a product with 2 × 3 variants, and the shop shows it", async ({ page, context }) => {
  const { screen } = await signIn(page, owner);
  const name = `Field jacket ${Date.now()}`;
  await page.goto(screen("products"));
  await page.getByRole("link", { name: "Add product" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Price", { exact: true }).fill("120");
  await page.getByLabel("Stock", { exact: true }).fill("4");

  for (const [index, option, values] of [
    [0, "Colour", ["Moss", "Sand"]],
    [1, "Size", ["S", "M", "L"]],
  ] as const) {
    await page.getByRole("button", { name: "Add option" }).click();
    await page.getByLabel("Option name").nth(index).fill(option);
    const field = page.getByLabel("Option values").nth(index);
    for (const value of values) {
      await field.fill(value);
      await field.press("Enter");
    }
  }
  await expect(page.getByRole("heading", { name: "Variants (6)" })).toBeVisible();
  for (const label of ["Moss / M", "Sand / L"]) {
    await page.getByRole("group", { name: label, exact: true }).getByLabel("Stock", { exact: true }).fill("2");
  }
  await page.getByLabel("Status", { exact: true }).click();
  await page.getByRole("option", { name: "Published" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("link", { name: "View in the shop" })).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `the form at ${width}`).toBeLessThanOrEqual(0);
  }

  const address = await page.getByRole("link", { name: "View in the shop" }).getAttribute("href");
  const shop = await context.newPage();
  await shop.goto(new URL(new URL(address ?? "").pathname, siteUrl).href);
  await expect(shop.getByRole("heading", { level: 1, name })).toBeVisible();
  await shop.getByLabel("Colour").selectOption("Moss");
  await shop.getByLabel("Size").selectOption("M");
  await shop.getByRole("button", { name: "Add To Cart" }).click();
  await expect(shop.getByRole("button", { name: "Added!" })).toBeVisible();
  await shop.close();

  await page.goto(`${screen("products")}?query=${encodeURIComponent(name)}`);
  await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No products found")).toBeVisible();
});

test("the owner builds a category tree by keyboard", async ({ page }) => {
  const { screen } = await signIn(page, owner);
  const stamp = Date.now();
  const [first, second, below] = [`Coats ${stamp}`, `Hats ${stamp}`, `Caps ${stamp}`];
  await page.goto(screen("products"));
  await page.getByRole("link", { name: "Categories" }).click();
  for (const name of [first, second]) {
    await page.getByRole("button", { name: "Add category" }).press("Enter");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Name").press("Enter");
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
    // The closing dialog has a field with the same name as the opening one.
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: `Add subcategory to ${second}` }).press("Enter");
  await page.getByLabel("Name").fill(below);
  await page.getByLabel("Name").press("Enter");
  // The dialog returns the focus to the button that opened it.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // It has no children until the list has been reloaded, and a disabled button takes no focus.
  await expect(page.getByRole("button", { name: `Expand ${second}` })).toBeEnabled();
  await page.getByRole("button", { name: `Expand ${second}` }).press("Enter");
  await expect(page.getByRole("button", { name: below, exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Move ${second} up` }).press("Enter");
  await expect(page.getByRole("button", { name: `Move ${first} down` })).toBeDisabled();
  await expectAccessible(page);
  for (const name of [below, first, second]) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
});
