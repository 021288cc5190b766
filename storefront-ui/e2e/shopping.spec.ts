import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Shopper } from "./shopper";
import { cards, shops } from "./shops";

test("a shopper finds a product, fills the cart, and buys", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/");
  const menu = page.locator("summary").filter({ hasText: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Shop" }).click();
  await page.getByRole("link", { name: "Hearth Mug" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Hearth Mug" })).toBeVisible();

  await shopper.addButton().click();
  await expect(page.getByText("Please select the Size and Glaze options.")).toBeVisible();
  await page.getByLabel("Size", { exact: true }).selectOption("14 oz");
  await page.getByLabel("Glaze", { exact: true }).selectOption("Oat");
  await expect(page.locator("[data-price]")).toContainText("$44.00");
  await shopper.addButton().click();
  await expect(shopper.addButton()).toHaveText("Adding…");
  await expect(shopper.addButton()).toHaveText("Added!");

  await page.getByRole("link", { name: "1 item in cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(shopper.pill()).toHaveCount(0);
  await page.getByRole("button", { name: /^Increase quantity of Hearth Mug/ }).click();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$88.00");
  await page.getByRole("link", { name: "Checkout" }).click();

  await shopper.fillContact();
  await shopper.continue();
  await expect(page.getByText("Enter the first name.")).toBeVisible();
  await expect(page.getByLabel("Country")).toBeVisible();
  await shopper.fillAddress({ City: "Asheville", State: "NC", "ZIP code": "28801" });
  await shopper.chooseDelivery();
  const order = page.getByRole("region", { name: "Your order" });
  await expect(order).toContainText("NC sales tax");
  await shopper.openSummary();
  await order.getByLabel("Discount code").fill("nonsense");
  await order.getByRole("button", { name: "Apply" }).click();
  await expect(order).toContainText("This code is not valid.");
  await order.getByLabel("Discount code").fill("welcome10");
  await order.getByRole("button", { name: "Apply" }).click();
  await expect(order).toContainText("−$8.80");
  await shopper.fillCard(cards.approved);
  await shopper.payButton().click();

  await shopper.expectConfirmation();
  await expect(page.getByRole("region", { name: "Order items" })).toContainText("Hearth Mug");
  await expect(page.getByRole("region", { name: "Order items" })).toContainText("WELCOME10");
  await page.getByRole("link", { name: "View your order" }).click();
  await expect(page.getByText("Payment received")).toBeVisible();
});

test("a pickup order requires no address", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/hearth-mug", { Size: "10 oz", Glaze: "Oat" });
  await shopper.goToCheckout();
  await shopper.fillContact();
  await page.getByRole("radio", { name: "Pick up", exact: true }).check();
  await expect(page.getByLabel("Country")).toHaveCount(0);
  await shopper.continue();
  await expect(page.getByText("Enter the name of the person who picks up the order.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Name of the person picking up").fill("Ada Byron");
  await shopper.continue();
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("NC sales tax");
  await shopper.fillCard(cards.approved);
  await shopper.payButton().click();
  await shopper.expectConfirmation();
  await expect(page.getByRole("region", { name: "Pick up at" })).toContainText("118 Foundry Alley");
});

// spec: cart.pill.click-published
test("the floating cart links to the cart page", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/glaze-notebook");
  await shopper.pill().click();
  await expect(page).toHaveURL(`${shops.juniper.url}/cart`);
});

// spec: add-to-cart.button.parent-min-width
test("the add button has space for its labels", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/hearth-mug");
  const ems = await shopper.addButton().evaluate((button) => {
    const style = getComputedStyle(button.parentElement ?? button);
    return Number.parseFloat(style.minWidth) / Number.parseFloat(style.fontSize);
  });
  expect(ems).toBeCloseTo(11);
});

// spec: product.variant.image-change
test("a chosen variant shows its image", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/hearth-mug");
  const choose = async (glaze: string): Promise<void> => {
    await page.getByLabel("Size", { exact: true }).selectOption("10 oz");
    await page.getByLabel("Glaze", { exact: true }).selectOption(glaze);
  };
  const shown = page.locator("[data-image-id][data-shown] img");
  const sources: (string | null)[] = [];
  for (const glaze of ["Oat", "Ink"]) {
    await choose(glaze);
    await expect(shown).toHaveCount(1);
    await expect(shown).toBeInViewport();
    await expect(page.locator("[data-image-id]:not([data-shown]) img").first()).not.toBeInViewport({ ratio: 0.1 });
    sources.push(await shown.getAttribute("src"));
  }
  expect(new Set(sources).size).toBe(2);
});

// spec: product.variant.image-none.open
test("a variant without an image shows the first", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.open("/shop/laurel-teapot");
  await page.getByLabel("Set", { exact: true }).selectOption("Pot and four cups");
  await expect(page.locator("[data-image-id]").first().locator("img")).toBeInViewport();
});

test("two tabs show the same cart when they become visible", async ({ page, context }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/glaze-notebook");
  await shopper.open("/cart");
  const amount = page.getByRole("spinbutton");
  await expect(amount).toHaveValue("1");

  const other = await context.newPage();
  const elsewhere = new Shopper(other);
  await elsewhere.add("/shop/glaze-notebook");
  await expect(other.getByRole("link", { name: "2 items in cart" })).toBeVisible();

  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(amount).toHaveValue("2");
});

test("a cart can be emptied", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/glaze-notebook");
  await shopper.open("/cart");
  const removed = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("You have nothing in your shopping cart.")).toBeFocused();
  // The page shows the removal before the server has answered.
  await removed;
  await page.reload();
  await expect(page.getByText("You have nothing in your shopping cart.")).toBeVisible();
});

test("a shop in yen sells without fractions", async ({ page }) => {
  const shopper = new Shopper(page, shops.kissaten);
  await shopper.add(shops.kissaten.product.path);
  await expect(shopper.pill()).toContainText("¥2,400");
  await shopper.open("/cart");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("¥2,400");
});

// spec: cart.pill.click-editor-frame
test("in the editor's frame the pill opens the cart in the frame", async ({ page }) => {
  const shopper = new Shopper(page);
  await shopper.add("/shop/hearth-mug", { Size: "10 oz", Glaze: "Oat" });
  await shopper.open("/about");
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.title = "Preview";
    frame.width = "360";
    frame.height = "640";
    frame.src = "/shop";
    document.body.replaceChildren(frame);
  });
  const framed = page.frameLocator("iframe[title='Preview']");
  await framed.getByRole("link", { name: "1 item in cart" }).click();
  await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).toEqual(["/about", "/cart"]);
  await expect(framed.getByRole("link", { name: "Checkout" })).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
});
