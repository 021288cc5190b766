import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible, signIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

/** The titles of a list's rows, top to bottom. */
async function titlesIn(list: Locator, button: string): Promise<string[]> {
  const labels = await list
    .getByRole("button", { name: new RegExp(`^${button} `) })
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label") ?? ""));
  return labels.map((label) => label.replace(`${button} `, ""));
}

/** Drags a row by mouse to the upper or lower edge of another one. */
async function dragRow(page: Page, row: Locator, target: Locator, edge: "upper" | "lower"): Promise<void> {
  const [from, to] = [await row.boundingBox(), await target.boundingBox()];
  if (from === null || to === null) throw new Error("nothing to drag");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const y = edge === "upper" ? to.y + 4 : to.y + to.height - 4;
  await page.mouse.move(to.x + to.width / 2, y, { steps: 8 });
  await page.mouse.up();
}

/** Resolves when this many saves of a navigation have completed. */
function saves(page: Page, count: number): Promise<unknown> {
  let arrived = 0;
  return page.waitForResponse((response) => {
    if (response.url().endsWith("/UpdateNavigation") && response.ok()) arrived += 1;
    return arrived === count;
  });
}

test("pages are reordered by mouse and keyboard, and stay in order", async ({ page, context }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("pages"));
  const tree = page.getByRole("list", { name: "Main navigation" });
  const titles = () => titlesIn(tree, "Actions for");
  const menu = (title: string) => tree.getByRole("button", { name: `Actions for ${title}`, exact: true });
  const row = (title: string) =>
    tree
      .locator("[draggable]")
      .filter({ has: page.getByRole("button", { name: `Actions for ${title}`, exact: true }) });
  await expect(tree).toBeVisible();
  const before = await titles();
  const [first = "", second = "", third = "", ...rest] = before;

  const dragged = saves(page, 1);
  await dragRow(page, row(first), row(third), "lower");
  await expect.poll(titles).toEqual([second, third, first, ...rest]);
  await dragged;
  await page.reload();
  await expect.poll(titles).toEqual([second, third, first, ...rest]);
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  await expect(shop.locator(".stoa-nav__list").first().locator("> li").first()).toContainText(second);
  await shop.close();

  await dragRow(page, row(first), row(second), "upper");
  await expect.poll(titles).toEqual(before);
  await expect(menu(first)).toBeFocused();
  // The second move is made while the first is being saved.
  const moved = saves(page, 2);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(menu(first)).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(titles).toEqual([second, third, first, ...rest]);
  await moved;
  await expect(page.getByRole("status").getByText("Navigation saved.")).toBeAttached();
  await expect(menu(first)).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect.poll(titles).toEqual([second, third, first, ...rest]);
  const back = saves(page, 2);
  await menu(first).press("Alt+ArrowUp");
  await expect(menu(first)).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(titles).toEqual(before);
  await back;
  await page.reload();
  await expect.poll(titles).toEqual(before);
});

test("navigation entries are reordered by mouse and keyboard, and stay in order once saved", async ({ page }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("navigation"));
  const list = page.getByRole("list", { name: "Main Navigation" });
  const titles = () => titlesIn(list, "Change");
  const menu = (title: string) => list.getByRole("button", { name: `Change ${title}`, exact: true });
  const row = (title: string) =>
    list.locator("[draggable]").filter({ has: page.getByRole("button", { name: `Change ${title}`, exact: true }) });
  await expect(list).toBeVisible();
  const before = await titles();
  const [first = "", second = "", third = "", ...rest] = before;
  const save = async () => {
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByText("Navigation saved. Visitors see it now.")).toBeVisible();
  };

  await dragRow(page, row(third), row(first), "upper");
  await expect.poll(titles).toEqual([third, first, second, ...rest]);
  await menu(second).press("Alt+ArrowUp");
  await expect.poll(titles).toEqual([third, second, first, ...rest]);
  await expect(menu(second)).toBeFocused();
  await save();
  await page.reload();
  await expect.poll(titles).toEqual([third, second, first, ...rest]);

  await menu(first).press("Alt+ArrowUp");
  await expect(menu(first)).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await dragRow(page, row(second), row(third), "upper");
  await expect.poll(titles).toEqual(before);
  await save();
  await page.reload();
  await expect.poll(titles).toEqual(before);
});
