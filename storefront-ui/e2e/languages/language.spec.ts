import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { Owner } from "../owner";
import { Shopper } from "../shopper";

test.beforeAll(async () => {
  await (await Owner.signIn()).chooseLanguage("de");
});

test.afterAll(async () => {
  await (await Owner.signIn()).chooseLanguage("en-US");
});

/** German words are longer: nothing may stick out of the page, nor be cut off in a button. */
async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    const buttons = [...document.querySelectorAll<HTMLElement>("main button, main a.stoa-button")];
    const narrow = buttons.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
    return { beyond: Math.max(0, beyond), narrow: narrow.map(({ textContent }) => textContent) };
  });
  expect(cut).toEqual({ beyond: 0, narrow: [] });
}

// spec: scripts.language.open
test("a German shop stays German once its scripts have loaded", async ({ page }) => {
  const shopper = new Shopper(page);
  const { path, name, choices } = shopper.shop.product;
  await shopper.open(shopper.shop.store);
  await expectNothingCut(page);
  await shopper.open(path);
  await shopper.addButton().click();
  await expect(page.locator("[data-product-message]")).toHaveText("Bitte wählen Sie die Optionen Size und Glaze.");
  for (const [option, value] of Object.entries(choices)) {
    await page.getByLabel(option, { exact: true }).selectOption(value);
  }
  await shopper.addButton().click();
  await expect(shopper.addButton()).toHaveText("Hinzugefügt!");
  await expect(page.getByRole("link", { name: "1 Artikel im Warenkorb" })).toBeVisible();
  await expect(page.locator("#stoa-announcements")).toHaveText("1 Artikel im Warenkorb");
  await expectNothingCut(page);

  await shopper.open("/cart");
  const cart = page.getByRole("main");
  await cart.getByRole("button", { name: `Menge erhöhen: ${name}` }).click();
  await expect(cart.getByRole("list", { name: "Artikel in Ihrem Warenkorb" })).toBeVisible();
  await cart.getByRole("button", { name: "Einlösen" }).click();
  await expect(cart.getByText("Geben Sie einen Code ein.")).toBeVisible();
  await expect(cart.getByText("Zwischensumme", { exact: true })).toBeVisible();
  await expectNothingCut(page);
  await expectAccessible(page);

  await cart.getByRole("link", { name: "Zur Kasse" }).click();
  await expect(page.getByText("An diese Adresse senden wir die Bestellbestätigung.")).toBeVisible();
  await expectNothingCut(page);
  await page.getByLabel("E-Mail").fill("ada@example.com");
  await page.getByRole("button", { name: "Weiter" }).click();
  await expect(page.getByRole("button", { name: "Kontakt bearbeiten" })).toBeVisible();
  for (const label of ["Land", "Vorname", "Nachname", "Straße und Hausnummer"]) {
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
  await expectNothingCut(page);
  await expectAccessible(page);
});
