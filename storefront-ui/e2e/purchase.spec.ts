import { expect, test } from "@playwright/test";
import { Shopper } from "./shopper";
import { cards } from "./shops";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

// spec: order.analytics.purchase, order.analytics.once.open, order.analytics.internal-event, content.purpose-otherwise
test("a purchase is reported once, to the page's tracker and to the server", async ({ page }) => {
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/events/RecordEvent")) reports.push(request.postData() ?? "");
  });
  const shopper = new Shopper(page);
  await shopper.readyToPay(cards.approved);
  const recorded = page.waitForResponse("**/api/events/RecordEvent");
  await shopper.payButton().click();
  await shopper.expectConfirmation();
  expect((await recorded).status()).toBe(200);
  const [event, ...others] = (await page.evaluate(() => window.dataLayer)) ?? [];
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    event: "purchase",
    ecommerce: {
      transaction_id: expect.stringMatching(/^ord_/) as unknown as string,
      value: expect.any(Number) as unknown as number,
      shipping: expect.any(Number) as unknown as number,
      tax: expect.any(Number) as unknown as number,
      items: [
        { item_name: expect.any(String) as unknown as string, quantity: expect.any(Number) as unknown as number },
      ],
    },
  });
  const told = new URLSearchParams(reports[0]);
  expect(told.get("event")).toBe("commerce_checkout_order_confirmed");
  expect(JSON.parse(told.get("data") ?? "null")).toEqual({
    orderId: new URL(page.url()).searchParams.get("oid"),
    cartId: expect.any(String) as unknown as string,
    testMode: true,
    websiteId: expect.any(String) as unknown as string,
  });
  await page.reload();
  await shopper.expectConfirmation();
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
  expect(reports).toHaveLength(1);
});
