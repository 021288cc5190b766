import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { expectToFit } from "../layout";
import { Owner } from "../owner";
import { Shopper } from "../shopper";
import { cards, shops } from "../shops";

test.beforeAll(async () => {
  await (await Owner.signIn()).offerLanguages(["fr"]);
});

test.afterAll(async () => {
  await (await Owner.signIn()).offerLanguages([]);
});

// spec: multilingual.rendering.open
test("a customer changes the language on a product page and buys in it", async ({ page }) => {
  const shopper = new Shopper(page);
  const { path, choices } = shops.juniper.product;
  await shopper.add(path, choices);
  const languages = page.getByRole("navigation", { name: "Language" });
  await expect(languages.getByRole("link", { name: "English (United States)" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  const reported = page.waitForResponse((response) => response.url().endsWith("/api/site-users/account/locale"));
  await languages.getByRole("link", { name: "Français" }).click();
  expect((await reported).status()).toBe(204);
  await expect(page).toHaveURL(`${shops.juniper.url}/fr${path}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  const cart = page.getByRole("link", { name: "1 article dans le panier" });
  await expect(cart).toBeVisible();
  await expectAccessible(page);

  await cart.click();
  await expect(page).toHaveURL(`${shops.juniper.url}/fr/cart`);
  await page.getByRole("link", { name: "Passer au paiement" }).click();
  await expect(page).toHaveURL(/\/fr\/checkout/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  const next = page.getByRole("button", { name: "Continuer", exact: true });
  await page.getByLabel("E-mail").fill("ada@example.com");
  await next.click();
  await page.getByLabel("Pays").selectOption({ value: "US" });
  for (const [label, text] of [
    ["Prénom", "Ada"],
    ["Nom", "Byron"],
    ["Numéro et rue", "1 Main St"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.locator('[autocomplete$="address-level2"]').fill("Portland");
  await page.locator('[autocomplete$="address-level1"]').fill("OR");
  await page.locator('[autocomplete$="postal-code"]').fill("97201");
  await next.click();
  await page.getByRole("radio").first().check();
  await next.click();
  await page.getByLabel("Numéro de carte").fill(cards.approved);
  await page.getByLabel("Date d’expiration").fill("12/49");
  await page.getByLabel("Code de sécurité").fill("123");
  await page.getByLabel("Nom sur la carte").fill("Ada Byron");
  await page.getByRole("button", { name: /^Payer / }).click();
  await expect(page).toHaveURL(/\/fr\/checkout\/order-/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
});

test("the language of the browser is offered once", async ({ browser }) => {
  const french = await browser.newContext({ locale: "fr-CA" });
  const page = await french.newPage();
  await page.goto(shops.juniper.url + shops.juniper.store);
  const offer = page.getByRole("link", { name: /^Cette page est aussi disponible/ });
  await expect(offer).toHaveAttribute("href", "/fr/shop");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Language" })).toBeVisible();
  await expect(offer).toBeHidden();
  await french.close();
});

test("owners move the links to other languages into the header", async ({ page }) => {
  const owner = await Owner.signIn();
  const { url, store } = shops.juniper;
  try {
    for (const theme of ["gazette", "nocturne", "indigo", "linen"]) {
      await owner.chooseTheme(theme);
      await owner.placeLanguages("header");
      await page.goto(url + store);
      await expect(page.getByRole("contentinfo").locator(".stoa-languages")).toHaveCount(0);
      await expectToFit(page, theme);
      const header = page.getByRole("banner");
      const menu = header.locator("details:visible > summary", { hasText: "Menu" });
      if (await menu.isVisible()) await menu.click();
      await header.locator(".stoa-language-menu:visible > summary").click();
      const french = header.getByRole("link", { name: "Français" }).filter({ visible: true });
      await expect(french).toHaveAttribute("href", `/fr${store}`);
      if (theme === "linen") await expectAccessible(page);
    }
    await owner.placeLanguages("both");
    await page.goto(url + store);
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Français" })).toBeVisible();
  } finally {
    await owner.placeLanguages("footer");
    await owner.chooseTheme("linen");
  }
});
