import { expect, test, type Page } from "@playwright/test";
import { callApi, expectAccessible, signIn, signInByForm, type SignedIn } from "./support/admin.ts";
import { placeInFrame } from "./support/draft-pages.ts";
import { owner, siteUrl } from "./support/environment.ts";
import { openMailTo } from "./support/mail.ts";
import { buy, findProduct } from "./support/purchase.ts";

const screens = [
  "",
  "orders",
  "products",
  "inventory",
  "restock",
  "restock/settings",
  "customers",
  "payments",
  "checkout",
  "navigation",
  "header-footer",
  "redirects",
  "discounts",
  "price-lists",
  "price-lists/new",
  "shipping",
  "taxes",
  "pages",
  "pages/areas",
  "pages/trash",
  "assets",
  "forms",
  "forms/webhooks",
  "comments",
  "reviews",
  "mail",
  "mail/previews",
  "mail/texts/order-confirmed/en",
  "mailing-lists",
  "plugins",
  "settings",
  "settings/cookies",
  "settings/comments",
  "settings/duplicate",
  "settings/billing/subscriptions/website",
  "design",
  "templates",
  "contributors",
  "audit-log",
];

/** The screens of one page, one collection and one item of the site. */
async function screensOfContent(page: Page, { website, accessToken }: SignedIn): Promise<string[]> {
  const read = async <T>(path: string) =>
    (await callApi(page, "GET", `/api/v1/websites/${website.id}/${path}`, null, accessToken)).body as T;
  const { pages } = await read<{ pages: { id: string; kind: string; isHome: boolean; fullUrl: string }[] }>("pages");
  const home = pages.find(({ isHome }) => isHome);
  const journal = pages.find(({ fullUrl }) => fullUrl === "/journal");
  expect(home, "the front page").toBeDefined();
  expect(journal, "the blog").toBeDefined();
  const { items } = await read<{ items: { id: string }[] }>(`collections/${journal?.id}/items`);
  return [
    `pages/${home?.id}/edit`,
    `pages/${home?.id}/settings`,
    `collections/${journal?.id}/items`,
    `collections/${journal?.id}/labels`,
    `items/${items[0]?.id}`,
    `pages/${items[0]?.id}/edit`,
  ];
}

test("the sign-in refuses a wrong password and is accessible", async ({ page }) => {
  await page.goto("/admin/");
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("The e-mail address or password is incorrect.");
  await expectAccessible(page);
});

/** A screen is opened at one of these widths, and then has the other: loading the app again costs most. */
const widths = [1280, 390] as const;

for (const first of widths) {
  const later = widths.filter((width) => width !== first);
  // spec: editor.ui.open
  test(`screens open for the owner ${first} wide, and fit when they are ${later.join()} wide`, async ({ page }) => {
    test.slow();
    const signedIn = await signIn(page, owner);
    const inSite = [...screens, ...(await screensOfContent(page, signedIn))].map(signedIn.screen);
    const ofThisHalf = [...inSite, "/admin/account"].filter((_, index) => widths[index % 2] === first);
    for (const path of ofThisHalf) {
      for (const width of [first, ...later]) {
        await page.setViewportSize({ width, height: 844 });
        if (width === first) await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("alert")).toHaveCount(0);
        await expectAccessible(page);
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.poll(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("the owner sees an order and fulfils it, and the customer gets an e-mail", async ({ page, context }) => {
  const signedIn = await signIn(page, owner);
  const { screen } = signedIn;
  const customer = { lastName: `Walker ${Date.now()}`, email: `ada.${Date.now()}@walker.example` };
  const { email } = customer;
  const shop = await context.newPage();
  await buy(shop, await findProduct(page, signedIn), customer);
  await shop.close();

  await page.goto(screen("orders"));
  await page.getByLabel("Search number, name or e-mail").fill(email);
  await expect(page).toHaveURL(/[?&]query=/);
  const row = page.getByRole("row").filter({ hasText: customer.lastName });
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^Order #/ })).toBeVisible();
  await expect(page.getByRole("link", { name: email })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Mark as fulfilled" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Carrier").fill("Parcel Post");
  await dialog.getByLabel("Tracking number").fill("PP-1042");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Fulfill order" }).click();
  await expect(page.getByText("Parcel Post · PP-1042")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as fulfilled" })).toHaveCount(0);

  // One e-mail for the order, one for the parcel.
  const mails = await openMailTo(page, signedIn, email, 2);
  await mails.first().getByRole("link").click();
  await expect(page.getByText(`To ${email}`)).toBeVisible();
  await expectAccessible(page);
});

test("the owner refunds part of an order, then cancels the rest", async ({ page, context }) => {
  const signedIn = await signIn(page, owner);
  const customer = { lastName: `Keller ${Date.now()}`, email: `ida.${Date.now()}@keller.example` };
  const shop = await context.newPage();
  await buy(shop, await findProduct(page, signedIn), customer);
  await shop.close();

  await page.goto(`${signedIn.screen("orders")}?query=${encodeURIComponent(customer.email)}`);
  await page.getByRole("row").filter({ hasText: customer.lastName }).getByRole("link").click();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Another amount").fill("1.00");
  await dialog.getByLabel("Reason").fill("A scratch");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund $1.00" }).click();
  await expect(page.getByRole("heading", { name: "Refunds" })).toBeVisible();
  await expect(page.getByText("Partially refunded", { exact: true })).toBeVisible();

  await page.getByLabel("Note for your team").fill("Called about the scratch");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Called about the scratch").first()).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel order" }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("a changed price is shown in the shop on the next load", async ({ page, context }) => {
  const signedIn = await signIn(page, owner);
  const product = await findProduct(page, signedIn);
  const variant = product.variants[0];
  if (variant === undefined) throw new Error("the product has no variant");
  await page.goto(signedIn.screen(`products/${product.collectionId}/${product.id}`));
  const price = page.getByLabel("Price", { exact: true }).first();
  const before = await price.inputValue();
  // Lower than any other price, so that it is shown whichever variant is preselected.
  const after = `${Number.parseInt(before, 10) - 1}.37`;
  await price.fill(after);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Product saved")).toBeVisible();

  const shop = await context.newPage();
  await shop.goto(new URL(product.fullUrl, siteUrl).href);
  await expect(shop.getByText(after).first()).toBeVisible();
  await shop.close();

  await price.fill(before);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test("text edited with a live preview is published", async ({ page, context }) => {
  const { screen } = await signIn(page, owner);
  await page.goto(screen("pages"));
  await page
    .getByRole("listitem")
    .filter({ has: page.getByText("/", { exact: true }) })
    .locator('a[href$="/edit"]')
    .click();
  const preview = page.frameLocator("iframe[title='Preview of the page']");
  await page
    .getByRole("navigation", { name: "Outline of the page" })
    .getByRole("button", { name: /^Text/ })
    .first()
    .click();
  const words = `Open on Saturdays ${Date.now()}`;
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(words);
  await expect(preview.getByText(words)).toBeVisible();
  await expectAccessible(page);

  const shop = await context.newPage();
  await shop.goto(siteUrl);
  await expect(shop.getByText(words)).toHaveCount(0);

  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Visitors see this page now.")).toBeVisible();
  await shop.reload();
  await expect(shop.getByText(words)).toBeVisible();

  const place = await placeInFrame(page, preview.getByText(words));
  await page.mouse.click(place.x, place.y);
  await expect(page.getByRole("heading", { name: "Text", exact: true })).toBeVisible();
  await shop.close();
});

test("two tabs stay signed in", async ({ page, context }) => {
  const { screen } = await signInByForm(page, owner);
  const second = await context.newPage();
  await Promise.all([page.goto(screen("pages")), second.goto(screen("products"))]);
  await expect(page.getByRole("heading", { name: "Pages" })).toBeVisible();
  await expect(second.getByRole("heading", { name: "Products" })).toBeVisible();
  await Promise.all([page.reload(), second.reload()]);
  await expect(page.getByRole("heading", { name: "Pages" })).toBeVisible();
  await expect(second.getByRole("heading", { name: "Products" })).toBeVisible();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
