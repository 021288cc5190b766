import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn } from "./support/admin.ts";
import { command, frameName, onEmptyPage } from "./support/draft-pages.ts";
import { owner } from "./support/environment.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search", exact: true });

async function openBox(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
}

/** Searches for a text and opens the first result with that title. */
async function goTo(page: Page, text: string, title: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole("option", { name: title }).first().click();
  await expect(field(page)).toHaveCount(0);
}

test("the command box finds screens, pages, products, orders and commands", async ({ page }) => {
  const { website, accessToken, screen } = await signIn(page, owner);
  const read = async (path: string) => {
    const answer = await callApi(page, "GET", `/api/v1/websites/${website.id}${path}`, null, accessToken);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    return answer.body;
  };
  const { items } = (await read("/products?limit=1")) as { items: { id: string; name: string }[] };
  const { orders } = (await read("/orders?limit=1")) as { orders: { id: string; number: number }[] };

  await page.goto(screen(""));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openBox(page);
  await expectAccessible(page);
  await page.keyboard.type("cookies");
  await expect(page.getByRole("option", { selected: true })).toContainText("Cookies and consent");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/cookies$/);

  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(field(page)).toBeFocused();
  for (const { id, name } of items) {
    await goTo(page, name, name);
    await expect(page).toHaveURL(new RegExp(`/products/[^/]+/${id}$`));
    await openBox(page);
  }
  for (const { id, number } of orders) {
    await goTo(page, `#${String(number)}`, `Order #${String(number)}`);
    await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
    await openBox(page);
  }
  await field(page).fill("nothing is called this");
  await expect(page.getByRole("status").getByText("No results for “nothing is called this”")).toBeVisible();
  await expectAccessible(page);
  await goTo(page, "new page", "New page");
  await page.getByRole("dialog", { name: "New page" }).getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/pages$/);
});

test("sidebar groups collapse, and keep their state", async ({ page }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen(""));
  const navigation = page.getByRole("navigation", { name: "Site" });
  const selling = navigation.getByRole("button", { name: "Selling" });
  await expect(navigation.getByRole("link", { name: "Orders" })).toBeVisible();
  await selling.click();
  await expect(selling).toHaveAttribute("aria-expanded", "false");
  await page.reload();
  await expect(selling).toHaveAttribute("aria-expanded", "false");
  await expect(navigation.getByRole("link", { name: "Orders" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(screen("orders"));
  await expect(navigation.getByRole("link", { name: "Orders" })).toHaveAttribute("aria-current", "page");
});

test("blocks are grouped, found by synonyms, added by keyboard, and then listed first", async ({ page }) => {
  await onEmptyPage(page, async () => {
    const dialog = page.getByRole("dialog", { name: "Add a block" });
    await command(page, "Add a block");
    await expect(dialog.getByRole("heading", { level: 3 }).first()).toHaveText("Basic");
    await expect(dialog.getByRole("region", { name: "Basic" }).getByRole("button").first()).toContainText("Text");
    await expectAccessible(page);
    await page.keyboard.type("testimonial");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.frameLocator(frameName).locator(".stoa-block-quote")).toBeVisible();

    await page.getByRole("group", { name: "Canvas" }).focus();
    await command(page, "Add a block");
    await expect(dialog.getByRole("heading", { level: 3 }).first()).toHaveText("Recently used");
    await page.keyboard.press("ArrowDown");
    await expect(
      dialog.getByRole("region", { name: "Recently used" }).getByRole("button", { name: /^Quote/ }),
    ).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.frameLocator(frameName).locator(".stoa-block-quote")).toHaveCount(2);
  });
});
