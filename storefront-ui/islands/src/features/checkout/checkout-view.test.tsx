import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Checkout } from "@/shared/api/types";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { CheckoutView } from "./checkout-view";
import { CheckoutDesk } from "./desk";

afterEach(cleanup);

const ground = { id: "ground", label: "Ground, 3 to 6 business days", priceCents: 995 };

function freshCheckout(): Checkout {
  return {
    cartToken: "t1",
    cart: cartOf([entryOf()]),
    customer: null,
    shippingAddress: null,
    billingAddress: null,
    billingSameAsShipping: true,
    shippingOptions: [],
    selectedShippingOptionId: null,
    paymentMethods: [{ provider: "stoa.testcard", method: "card", label: "Test card", testMode: true }],
    countries: [
      { code: "US", name: "United States" },
      { code: "CA", name: "Canada" },
    ],
    steps: { customer: false, shipping: false, shippingOption: false },
    order: null,
  };
}

function openCheckout() {
  const went: string[] = [];
  const go = (address: string): void => {
    went.push(address);
  };
  const desk = new CheckoutDesk("t1", {
    go,
    replace: go,
    money: String,
    cartSeen: () => undefined,
    wait: () => Promise.resolve(),
    isReturning: () => false,
    wasDeclined: () => false,
  });
  render(
    <PageProvider store={createPageStore()} context={context}>
      <CheckoutView desk={desk} />
    </PageProvider>,
  );
  void desk.load();
  return went;
}

const fill = async (label: RegExp, text: string): Promise<void> => {
  await userEvent.type(screen.getByLabelText(label), text);
};
const goOn = () => userEvent.click(screen.getByRole("button", { name: "Continue" }));

test("a shopper goes through all steps and pays", async () => {
  const checkout = freshCheckout();
  const calls = stubServer((sent) => {
    const step = sent.path.split("/").at(-1);
    if (step === "customer") {
      checkout.customer = sent.body as Checkout["customer"];
      checkout.steps.customer = true;
    }
    if (step === "shipping") {
      if ((sent.body as { firstName: string }).firstName === "") {
        const errors = { firstName: "Enter the first name." };
        return problem(400, "validation-failed", "Enter the first name.", { errors });
      }
      checkout.shippingAddress = sent.body as Checkout["shippingAddress"];
      checkout.shippingOptions = [ground];
      checkout.steps.shipping = true;
    }
    if (step === "shipping-option") {
      checkout.selectedShippingOptionId = "ground";
      checkout.steps.shippingOption = true;
      checkout.cart = { ...checkout.cart, shippingCostCents: 995, grandTotalCents: 4795 };
    }
    if (step === "submit") {
      return { body: { status: "paid", orderId: "o1", redirectUrl: "/done", message: null } };
    }
    return { body: structuredClone(checkout) };
  });
  const went = openCheckout();

  await screen.findByLabelText("Email");
  await fill(/Email/, "ada@example.com");
  await goOn();

  const country = await screen.findByLabelText("Country");
  expect(document.activeElement?.textContent).toContain("Delivery address");
  await userEvent.selectOptions(country, "US");
  expect(screen.getByLabelText("State").getAttribute("autocomplete")).toBe("shipping address-level1");
  await goOn();
  await screen.findByText("Enter the first name.");
  expect(document.activeElement).toBe(screen.getByLabelText("First name"));
  await fill(/First name/, "Ada");
  await fill(/Last name/, "Byron");
  await fill(/Street/, "1 Main St");
  await fill(/City/, "Portland");
  await fill(/State/, "OR");
  await fill(/ZIP code/, "97201");
  await goOn();

  expect(await screen.findByRole("radio", { name: /Ground/ })).toHaveProperty("checked", true);
  await goOn();

  await screen.findByLabelText("Card number");
  expect(screen.getByText("4000 0000 0000 0002")).toBeTruthy();
  await fill(/Card number/, "4242424242424242");
  await fill(/Expiry date/, "1249");
  await fill(/Security code/, "123");
  const pay = screen.getByRole("button", { name: "Pay $47.95" });
  await userEvent.click(pay);
  expect(screen.getByText("Enter the name on the card.")).toBeTruthy();
  await fill(/Name on card/, "Ada Byron");
  await userEvent.click(pay);
  await waitFor(() => expect(went).toEqual(["/done"]));
  const card = { cardNumber: "4242424242424242", expiry: "12/49", cvc: "123", name: "Ada Byron" };
  expect(calls.at(-1)).toMatchObject({
    body: { expectedTotalCents: 4795, payment: { provider: "stoa.testcard", method: "card", data: card } },
  });
  expect(JSON.stringify(sessionStorage)).not.toContain("4242");
});

test("what needs no delivery asks for no address", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false, purelyDigital: true });
  checkout.customer = { email: "ada@example.com", mailConsent: false };
  checkout.steps = { customer: true, shipping: true, shippingOption: true };
  stubServer(() => ({ body: checkout }));
  openCheckout();
  await screen.findByLabelText("Card number");
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["1ContactEdit", "2Payment", "Your order"]);
});

test("a free order asks for no card", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ purchasePriceCents: 0 })], { requiresShipping: false });
  checkout.steps = { customer: true, shipping: true, shippingOption: true };
  const calls = stubServer((sent) =>
    sent.method === "POST"
      ? { body: { status: "paid", orderId: "o1", redirectUrl: "/done", message: null } }
      : { body: checkout },
  );
  const went = openCheckout();
  await userEvent.click(await screen.findByRole("button", { name: "Place order" }));
  await waitFor(() => expect(went).toEqual(["/done"]));
  expect(calls.at(-1)).toMatchObject({ body: { expectedTotalCents: 0, payment: null } });
});

test("a code at the checkout lowers the total without leaving the step", async () => {
  const checkout = freshCheckout();
  const coupon = { id: "d1", promoCode: "WELCOME10", label: "Welcome", amountCents: 380, reason: null };
  const discounts = [{ id: "d1", label: "Welcome", code: "WELCOME10", amountCents: 380, freeShipping: false }];
  const calls = stubServer((sent) => {
    if (sent.method === "POST") {
      const changes = { coupons: [coupon], validCoupons: [coupon], discounts, discountCents: 380, grandTotalCents: 3420 };
      checkout.cart = cartOf([entryOf()], changes);
    }
    return { body: structuredClone(checkout) };
  });
  openCheckout();
  await fillWhenThere("ada@");
  await userEvent.type(screen.getByLabelText("Discount code"), "welcome10");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("$34.20")).toBeTruthy();
  expect(screen.getByText("Welcome (WELCOME10)")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@");
  expect(calls.at(-1)).toMatchObject({ path: "/api/2/commerce/checkout/t1/coupons", body: { promoCode: "welcome10" } });
});

async function fillWhenThere(email: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Email"), email);
}
