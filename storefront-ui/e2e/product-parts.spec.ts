import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Owner } from "./owner";
import { Shopper } from "./shopper";

let owner: Owner;

test.beforeAll(async () => {
  owner = await Owner.signIn();
  await owner.offerInstallments("stoa.quarters", true);
});
test.afterAll(async () => {
  await owner.offerInstallments("stoa.quarters", false);
});

interface Stock {
  unlimited: boolean;
  qtyInStock: number;
}

const endless: Stock = { unlimited: true, qtyInStock: 0 };
const counted = (qtyInStock: number): Stock => ({ unlimited: false, qtyInStock });

function variant(stock: Stock, priceCents: number, more: object = {}) {
  return { attributes: {}, priceCents, onSale: false, weightGrams: 0, stock, ...more };
}

const sized = (stock: Stock, priceCents: number, size: string) =>
  variant(stock, priceCents, { attributes: { Size: size } });

const parts = {
  button: (page: Page) => page.locator("[data-add-to-cart]"),
  choice: (page: Page) => page.getByLabel("Size", { exact: true }),
  quantity: (page: Page) => page.getByLabel("Quantity", { exact: true }),
  installments: (page: Page) => page.locator("a.stoa-installments"),
  sale: (page: Page) => page.locator("[data-price]").getByText("Sale Price:"),
  soldOut: (page: Page) => page.locator(".stoa-product-form__gone"),
  restock: (page: Page) => page.getByRole("button", { name: "Notify Me" }),
  lessons: (page: Page) => page.locator("[data-stoa-island='lessons']"),
};
type Part = keyof typeof parts;

const products: { name: string; productType: number; variants: object[]; more?: object; shown: Part[] }[] = [
  {
    name: "Sized",
    productType: 1,
    variants: [sized(counted(3), 4_000, "S"), sized(counted(9), 4_000, "M")],
    more: { variantOptionOrdering: ["Size"] },
    shown: ["button", "choice", "quantity", "installments"],
  },
  {
    name: "Reduced",
    productType: 1,
    variants: [variant(counted(9), 4_000, { onSale: true, salePriceCents: 3_000 })],
    shown: ["button", "quantity", "installments", "sale"],
  },
  { name: "Gone", productType: 1, variants: [variant(counted(0), 4_000)], shown: ["soldOut", "restock"] },
  { name: "File", productType: 2, variants: [variant(endless, 4_000)], shown: ["button"] },
  { name: "Service", productType: 3, variants: [variant(endless, 4_000)], shown: ["button", "quantity"] },
  {
    name: "Gift",
    productType: 4,
    variants: [sized(endless, 2_500, "S"), sized(endless, 5_000, "M")],
    more: { variantOptionOrdering: ["Size"] },
    shown: ["button", "choice"],
  },
  { name: "Lessons", productType: 5, variants: [variant(endless, 4_000)], shown: ["button", "lessons"] },
];

// spec: product.page.parts
test("the product page of each type shows the parts that apply", async ({ page }) => {
  const shopper = new Shopper(page);
  for (const { name, productType, variants, more, shown } of products) {
    const { address, end } = await owner.makeProduct({ name, productType, variants, ...more });
    try {
      await shopper.open(address);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      for (const [part, found] of Object.entries(parts) as [Part, (page: Page) => ReturnType<typeof page.locator>][]) {
        // Instalments differ by type and have their own tests.
        if (part === "installments" && productType !== 1) continue;
        const message = `${name}: ${part}`;
        if (!shown.includes(part)) await expect(found(page).filter({ visible: true }), message).toHaveCount(0);
        else if (part === "sale" || part === "lessons") await expect(found(page).first(), message).toBeAttached();
        else await expect(found(page).first(), message).toBeVisible();
      }
      await expectAccessible(page);
    } finally {
      await end();
    }
  }
});

// spec: product.page.parts
test("a product shows low stock, instalments and additional fields", async ({ page }) => {
  const shopper = new Shopper(page);
  const { address, end } = await owner.makeProduct({
    name: "Engraved",
    productType: 1,
    variants: [sized(counted(3), 4_000, "S"), sized(counted(9), 4_000, "M")],
    variantOptionOrdering: ["Size"],
    scarcity: { enabled: true, text: "", shownByDefault: false },
    additionalFields: [{ id: "name", type: "text", title: "Engraving", required: true, options: [] }],
  });
  try {
    await shopper.open(address);
    const few = page.getByText("Only 3 left in stock");
    await parts.choice(page).selectOption("M");
    await expect(few).toBeHidden();
    await parts.choice(page).selectOption("S");
    await expect(few).toBeVisible();

    await parts.installments(page).click();
    const explained = page.getByRole("dialog", { name: "Pay in 4" });
    await expect(explained).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(explained).toHaveCount(0);

    await shopper.addButton().click();
    const asked = page.getByRole("dialog", { name: "Engraved" });
    await asked.getByLabel(/^Engraving/).fill("For Ada");
    await expectAccessible(page);
    await asked.locator("button[type=submit]").click();
    await expect(shopper.pill()).toHaveAccessibleName("1 item in cart");
    await shopper.open("/cart");
    await expect(page.getByText("For Ada")).toBeVisible();
  } finally {
    await end();
  }
});
