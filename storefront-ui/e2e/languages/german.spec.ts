import { expect, test, type Page } from "@playwright/test";
import { englishVocabulary, foundIn, textsOf } from "./english-words";
import { germanOwner, germanSite } from "./german-site";
import { expectToFit } from "../layout";
import { cards } from "../shops";

const vocabulary = englishVocabulary();

/** Expects no English word on the page, after opening it if a path is given. */
async function expectGerman(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(germanSite + path, { waitUntil: "networkidle" });
  expect.soft(foundIn(await textsOf(page), vocabulary), path ?? page.url()).toEqual([]);
}

test.beforeAll(async () => {
  await germanOwner();
});

test("a planted English word is found @pointer", async ({ page }) => {
  await page.setContent('<html lang="de"><title>Seite</title><p>In den Warenkorb</p><p lang="en">Cart</p></html>');
  expect(foundIn(await textsOf(page), vocabulary)).toEqual([]);
  await page.setContent('<html lang="de"><title>Seite</title><p>Menge</p><a aria-label="Close the cart" href="/"></a>');
  expect(foundIn(await textsOf(page), vocabulary)).toEqual(["close, the, cart: Close the cart"]);
});

test("no theme shows an English word @pointer", async ({ page }) => {
  const owner = await germanOwner();
  const shared = ["/", "/shop", "/shop/tall-vase", "/journal", "/journal/first-note", "/cart", "/nowhere"];
  const once = [
    "/about",
    "/contact",
    "/search?q=krug",
    "/search?q=xyzzy",
    "/wishlist",
    "/account",
    "/account/register",
  ];
  for (const theme of ["gazette", "nocturne", "indigo", "linen"]) {
    await owner.chooseTheme(theme);
    const paths = theme === "linen" ? [...shared, ...once, "/account/reset-password"] : shared;
    for (const path of paths) await expectGerman(page, path);
  }
});

test("buying shows no English word, from errors to the order @pointer", async ({ page }) => {
  await page.goto(`${germanSite}/shop/tall-vase`);
  await page.locator("[data-add-to-cart]").click();
  await expect(page.getByRole("link", { name: "1 Artikel im Warenkorb" })).toBeVisible();
  await expectGerman(page);

  await page.goto(`${germanSite}/cart`);
  const code = page.getByRole("button", { name: "Einlösen" });
  await code.click();
  await expect(page.getByText("Geben Sie einen Code ein.")).toBeVisible();
  await expectGerman(page);

  await page.goto(`${germanSite}/checkout`);
  const next = page.getByRole("button", { name: "Weiter", exact: true });
  await next.click();
  await expectGerman(page);
  await page.getByLabel("E-Mail").fill("ada@example.com");
  await next.click();
  await page.getByLabel("Land").selectOption({ value: "US" });
  await next.click();
  await expectGerman(page);
  const known = {
    "given-name": "Ada",
    "family-name": "Byron",
    "address-line1": "Hafenweg 1",
    "address-level2": "Kiel",
  };
  const address = { ...known, "address-level1": "OR", "postal-code": "97201" };
  for (const [part, value] of Object.entries(address)) {
    await page.locator(`[autocomplete$="${part}"]`).fill(value);
  }
  await next.click();
  const pay = page.getByRole("button", { name: /bezahlen$/ });
  await pay.click();
  await expectGerman(page);
  const card = { "cc-number": cards.declined, "cc-exp": "12/49", "cc-csc": "123", "cc-name": "Ada Byron" };
  for (const [part, value] of Object.entries(card)) await page.locator(`[autocomplete$="${part}"]`).fill(value);
  await pay.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectGerman(page);
  await page.locator('[autocomplete$="cc-number"]').fill(cards.approved);
  await pay.click();
  await expect(page).toHaveURL(/order-confirmed/);
  await expectGerman(page);
  await page.getByRole("link", { name: "Bestellung ansehen" }).click();
  await expect(page).toHaveURL(/order-status/);
  await expectGerman(page);
});

test("accounts, forms and comments show no English word @pointer", async ({ page }) => {
  await page.goto(`${germanSite}/account`);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expectGerman(page);
  const field = (part: string) => page.locator(`[autocomplete$="${part}"]`);
  await field("email").fill("niemand@example.com");
  await field("current-password").fill("falsche Worte");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectGerman(page);
  await page.goto(`${germanSite}/account/register`);
  await page.getByRole("button", { name: "Konto erstellen" }).click();
  await expectGerman(page);
  const email = `ada.${Date.now()}@example.com`;
  for (const [part, value] of Object.entries({ "given-name": "Ada", "family-name": "Byron", email })) {
    await field(part).fill(value);
  }
  await field("new-password").fill("lange genug und sicher");
  await page.getByRole("button", { name: "Konto erstellen" }).click();
  await expect(page.getByRole("link", { name: "Adressen" })).toBeVisible();
  await expectGerman(page);
  for (const path of ["/account/orders", "/account/payment-methods", "/account/addresses"])
    await expectGerman(page, path);
  await page.getByRole("button", { name: "Adresse hinzufügen" }).click();
  await expectGerman(page);

  await page.goto(`${germanSite}/contact`);
  for (const form of ["kind-form", "kind-newsletter"]) {
    await page.locator(`form[data-form-id="${form}"] [type=submit]`).click();
  }
  await expectGerman(page);
  await page.goto(`${germanSite}/journal/first-note`);
  await page.getByRole("button", { name: "Kommentar senden" }).click();
  await expectGerman(page);
});

test("no German label is cut on a phone @finger", async ({ page }) => {
  const owner = await germanOwner();
  for (const theme of ["gazette", "nocturne", "indigo", "linen"]) {
    await owner.chooseTheme(theme);
    for (const path of ["/", "/shop", "/shop/tall-vase", "/journal/first-note"]) {
      await page.goto(germanSite + path);
      await expectToFit(page, theme + path);
    }
  }
  await page.goto(`${germanSite}/shop/tall-vase`);
  await page.locator("[data-add-to-cart]").click();
  await expect(page.getByRole("link", { name: "1 Artikel im Warenkorb" })).toBeVisible();
  for (const path of ["/cart", "/checkout", "/about", "/contact", "/account", "/account/register", "/search?q=krug"]) {
    await page.goto(germanSite + path, { waitUntil: "networkidle" });
    await expectToFit(page, path);
  }
});
