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

function summaryOf(subscription: string | null): string[] {
  showSummary({ subscription });
  const rows = screen.getByText("Total").closest("dl")?.children ?? [];
  return [...rows].map(({ textContent }) => textContent).slice(2);
}

test("below the total stands what a subscription costs each time", () => {
  expect(summaryOf("every month")).toEqual(["Total$95.95", "Subscription$86.00 every month"]);
});

test("what is bought a single time names no rhythm", () => {
  expect(summaryOf(null)).toEqual(["Total$95.95"]);
});

test("what was answered about a product is read before it is paid", () => {
  showSummary({ answers: [{ label: "Engraving", value: "For Mum" }] });
  expect(screen.getByText("Engraving: For Mum")).toBeDefined();
});
