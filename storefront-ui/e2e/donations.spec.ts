import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { Owner } from "./owner";
import { Shopper } from "./shopper";
import { cards } from "./shops";

// spec: order.donation.open
test("a donor gives a custom amount", async ({ page }) => {
  const owner = await Owner.signIn();
  const terms = { suggestedCents: [1_000, 2_500], takesOther: true, leastCents: 500, mostCents: 100_000 };
  const cause = await owner.takeDonations("Keep the kiln warm", terms);
  try {
    const donor = new Shopper(page);
    await donor.open(cause.address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keep the kiln warm");
    await expect(page.locator("[data-product-gallery]"), "nothing stands where pictures would").toHaveCount(0);
    await page.getByRole("link", { name: "Donate" }).click();

    const amount = page.getByLabel("Your amount, $5.00 to $1,000.00");
    await amount.fill("3");
    await expect(page.getByRole("radio", { name: "Another amount" })).toBeChecked();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByText("Give at least $5.00.")).toBeVisible();
    await expect(page.getByText("Enter your name.")).toBeVisible();
    await expect(amount).toBeFocused();
    const name = page.getByLabel("Your name");
    expect((await amount.boundingBox())?.width, "there is room for the amount").toBe((await name.boundingBox())?.width);
    await expectAccessible(page);

    await amount.fill("12,50");
    await name.fill("Ada Byron");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await donor.fillCard(cards.approved);
    await expect(donor.payButton()).toHaveText("Pay $12.50");
    await donor.payButton().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Thank you");
  } finally {
    await cause.end();
  }
});
