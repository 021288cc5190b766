import { expect, type Page } from "@playwright/test";
import { cards, shops, type Shop } from "./shops";

/** Actions of a customer, through the page's labels. */
export class Shopper {
  readonly page: Page;
  readonly shop: Shop;

  constructor(page: Page, shop: Shop = shops.juniper) {
    this.page = page;
    this.shop = shop;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.shop.url + path);
  }

  /** Chooses options on a product page and adds it to the cart. */
  async add(path: string, choices: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.open(path);
    for (const [option, value] of Object.entries(choices)) {
      await this.page.getByLabel(option, { exact: true }).selectOption(value);
    }
    await this.addButton().click();
    await expect(this.pill()).toBeVisible();
  }

  addButton() {
    return this.page.locator("[data-add-to-cart]");
  }

  pill() {
    return this.page.getByRole("link", { name: /items? in cart$/ });
  }

  async goToCheckout(): Promise<void> {
    await this.open("/checkout");
    await expect(this.page.getByLabel("Email")).toBeVisible();
  }

  async continue(): Promise<void> {
    await this.page.getByRole("button", { name: "Continue" }).click();
  }

  async fillContact(): Promise<void> {
    await this.page.getByLabel("Email").fill("ada@example.com");
    await this.continue();
  }

  /** Fills in the shop's default address; `elsewhere` overrides fields. */
  async fillAddress(elsewhere: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.page.getByLabel("Country").selectOption(this.shop.country);
    for (const [label, text] of Object.entries({ ...this.shop.address, ...elsewhere })) {
      await this.page.getByLabel(label, { exact: true }).fill(text);
    }
    await this.continue();
  }

  async chooseDelivery(): Promise<void> {
    await this.page.getByRole("radio").first().check();
    await this.continue();
  }

  /** On phones the summary is collapsed. */
  async openSummary(): Promise<void> {
    const fold = this.page.getByRole("button", { name: /^Show order summary · / });
    if (await fold.isVisible()) await fold.click();
  }

  async fillCard(number: string): Promise<void> {
    await this.page.getByLabel("Card number").fill(number);
    await this.page.getByLabel("Expiry date").fill("12/49");
    await this.page.getByLabel("Security code").fill("123");
    await this.page.getByLabel("Name on card").fill("Ada Byron");
  }

  payButton() {
    return this.page.getByRole("button", { name: /^Pay / });
  }

  /** Opens the checkout of an item without delivery, up to the card fields. */
  async readyToPay(number: string): Promise<void> {
    await this.add("/shop/glaze-notebook");
    await this.goToCheckout();
    await this.fillContact();
    await this.fillAddress();
    await this.fillCard(number);
  }

  async expectConfirmation(): Promise<void> {
    await expect(this.page).toHaveURL(/\/checkout\/order-confirmed\?/);
    await expect(this.page.getByRole("heading", { level: 1 })).toContainText("Thank you");
  }

  /** The order number on the confirmation page. */
  async orderNumber(): Promise<number> {
    await this.expectConfirmation();
    const text = await this.page.getByText(/^Order \d+$/).textContent();
    return Number(text?.replace(/\D/g, ""));
  }

  /** Buys the shop's product with all steps. */
  async buy(): Promise<void> {
    const { path, choices } = this.shop.product;
    await this.add(path, choices);
    await this.goToCheckout();
    await this.fillContact();
    await this.fillAddress();
    await this.chooseDelivery();
    await this.fillCard(cards.approved);
    await this.payButton().click();
    await this.expectConfirmation();
  }
}
