import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CartEntry } from "@/shared/api/types";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { cartOf, context, entryOf, freshCheckout } from "@/testing/shop";
import { OrderSummary } from "./order-summary";

afterEach(cleanup);

function showSummary(entry: Partial<CartEntry>): void {
  const part = { shippingCostCents: 995, grandTotalCents: 9595 };
  const cart = cartOf([entryOf({ purchasePriceCents: 4300, quantity: 2, ...entry })], part);
  render(
    <PageProvider store={createPageStore()} context={context}>
      <OrderSummary
        checkout={{ ...freshCheckout(), cart }}
        onEnterCode={() => Promise.resolve(null)}
        onRemoveCode={() => Promise.resolve(null)}
      />
    </PageProvider>,
  );
}

test("a subscription is one payment, without mention of later ones", () => {
  showSummary({ subscription: "every month" });
  expect(screen.getByText("Subscription: one payment, no renewal")).toBeDefined();
  expect(screen.getByText("Total").closest("dl")?.lastElementChild?.textContent).toBe("Total$95.95");
  expect(document.body.textContent).not.toContain("every month");
});

test("a single purchase does not mention subscriptions", () => {
  showSummary({ subscription: null });
  expect(document.body.textContent).not.toContain("Subscription");
  expect(document.body.textContent).not.toContain("e-mail");
});

test("a gift card promises no balance", () => {
  const chosenVariant = { sku: "GC-25", attributes: { Value: "$25" } };
  showSummary({
    title: "Gift card",
    productType: 4,
    chosenVariant,
    attributesText: "$25",
    purchasePriceCents: 2500,
    quantity: 1,
  });
  expect(screen.getByText("The code comes by e-mail and cannot be used in the cart")).toBeDefined();
  expect(document.querySelector(".stoa-checkout__entry")?.textContent).toBe(
    "Gift card $25 × 1 The code comes by e-mail and cannot be used in the cart$25.00",
  );
  expect(document.body.textContent).not.toMatch(/balance|redeem|Subscription/i);
});

test("additional fields are shown before payment", () => {
  showSummary({ answers: [{ label: "Engraving", value: "For Mum" }] });
  expect(screen.getByText("Engraving: For Mum")).toBeDefined();
});
