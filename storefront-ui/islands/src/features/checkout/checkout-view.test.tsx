import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Checkout } from "@/shared/api/types";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer } from "@/testing/server";
import { cartOf, context, entryOf, freshCheckout } from "@/testing/shop";
import { CheckoutView } from "./checkout-view";
import { CheckoutController } from "./checkout-controller";

afterEach(cleanup);

const address = {
  firstName: "Ada",
  lastName: "Byron",
  line1: "1 Mill Lane",
  line2: "",
  city: "Asheville",
  region: "NC",
  postalCode: "28801",
  country: "US",
  phone: "",
};
const question = { help: "", required: true, choices: [], maxLength: 200 };
const ground = { id: "ground", label: "Ground, 3 to 6 business days", priceCents: 995 };

function openCheckout() {
  const went: string[] = [];
  const go = (address: string): void => {
    went.push(address);
  };
  const controller = new CheckoutController("t1", {
    go,
    replace: go,
    money: String,
    cartSeen: () => undefined,
    wait: () => Promise.resolve(),
    wasGivenUp: () => false,
    isReturning: () => false,
    wasDeclined: () => false,
  });
  render(
    <PageProvider store={createPageStore()} context={context}>
      <CheckoutView controller={controller} />
    </PageProvider>,
  );
  void controller.load();
  return went;
}

const fill = async (label: RegExp, text: string): Promise<void> => {
  await userEvent.type(screen.getByLabelText(label), text);
};
const goOn = () => userEvent.click(screen.getByRole("button", { name: "Continue" }));

test("a customer completes all steps and pays", async () => {
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
      checkout.shippingAddressLines = ["Ada Byron", "1 Main St", "Asheville, NC 28801"];
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

test("a line shows the total and expands the items", async () => {
  stubServer(() => ({ body: freshCheckout() }));
  openCheckout();
  const fold = await screen.findByRole("button", { name: "Show order summary · $38.00" });
  expect([fold.getAttribute("aria-expanded"), fold.getAttribute("aria-controls")]).toEqual([
    "false",
    "checkout-bought",
  ]);
  await userEvent.click(fold);
  expect([fold.textContent, fold.getAttribute("aria-expanded")]).toEqual(["Hide order summary · $38.00", "true"]);
});

test("without delivery the billing address is required, with errors at the fields", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false, purelyDigital: true });
  checkout.customer = { email: "ada@example.com", mailConsent: false };
  checkout.asksBilling = true;
  checkout.steps = { customer: true, shipping: true, shippingOption: true, billing: false, details: true };
  const calls = stubServer((sent) => {
    if (sent.method === "GET") return { body: structuredClone(checkout) };
    const { address } = sent.body as { address: { firstName: string } };
    if (address.firstName === "") {
      const errors = { "address.firstName": "Enter the first name." };
      return problem(400, "validation-failed", "Enter the first name.", { errors });
    }
    checkout.steps.billing = true;
    checkout.billingAddressLines = ["Ada Byron", "Portland, OR 97201"];
    const tax = { label: "State tax", inclusive: false, rateBasisPoints: 700, amountCents: 266 };
    checkout.cart = { ...checkout.cart, applicableTaxRules: [tax], taxCents: 266, grandTotalCents: 4066 };
    return { body: structuredClone(checkout) };
  });
  openCheckout();
  await userEvent.selectOptions(await screen.findByLabelText("Country"), "US");
  expect(screen.getByLabelText("State").getAttribute("autocomplete")).toBe("billing address-level1");
  await goOn();
  await screen.findByText("Enter the first name.");
  expect(document.activeElement).toBe(screen.getByLabelText("First name"));
  await fill(/First name/, "Ada");
  await goOn();
  expect(await screen.findByRole("button", { name: "Pay $40.66" })).toBeTruthy();
  expect(screen.getByText("State tax")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Billing address" }).textContent).toContain("Portland, OR 97201");
  expect(calls.at(-1)).toMatchObject({ path: "/api/2/commerce/checkout/t1/billing", body: { sameAsShipping: false } });
});

test("pickup requires a name and no address", async () => {
  const checkout = freshCheckout();
  checkout.customer = { email: "ada@example.com", mailConsent: false };
  checkout.steps = { ...checkout.steps, customer: true };
  const lines = ["118 Foundry Alley", "Asheville, NC 28801"];
  checkout.pickups = [
    { id: "studio", label: "Studio", priceCents: 0, lines, instructions: "Ring twice." },
    { id: "depot", label: "Depot", priceCents: 200, lines: ["2 Dock Road"], instructions: "" },
  ];
  const calls = stubServer((sent) => {
    if (sent.path.endsWith("/pickup")) {
      const { collector } = sent.body as { collector: string };
      if (collector === "") {
        const errors = { collector: "Enter the name of the person who picks up the order." };
        return problem(400, "validation-failed", errors.collector, { errors });
      }
      checkout.collector = collector;
      checkout.selectedShippingOptionId = "studio";
      checkout.steps = { ...checkout.steps, shipping: true, shippingOption: true };
    }
    return { body: structuredClone(checkout) };
  });
  openCheckout();
  await userEvent.click(await screen.findByRole("radio", { name: "Pick up" }));
  expect(screen.queryByLabelText("Country")).toBeNull();
  expect(screen.getByRole("radio", { name: /Depot.*\$2\.00.*2 Dock Road/s })).toBeTruthy();
  await goOn();
  await screen.findByText("Enter the name of the person who picks up the order.");
  expect(document.activeElement).toBe(screen.getByLabelText(/person picking up/));
  await fill(/person picking up/, "Ada Byron");
  await goOn();
  await screen.findByLabelText("Card number");
  expect(calls.at(-1)).toMatchObject({ body: { optionId: "studio", collector: "Ada Byron" } });
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["1ContactEdit", "2Delivery or pickupEdit", "3Payment", "Your order"]);
  const chosen = screen.getByRole("region", { name: "Delivery or pickup" }).textContent;
  for (const part of ["Ada Byron", "118 Foundry Alley", "Ring twice."]) expect(chosen).toContain(part);
  expect(screen.getByLabelText("Add a billing address")).toHaveProperty("checked", false);
});

test("a shop without delivery asks only for the pickup place", async () => {
  const checkout = freshCheckout();
  checkout.steps = { ...checkout.steps, customer: true };
  checkout.delivers = false;
  checkout.pickups = [{ id: "studio", label: "Studio", priceCents: 0, lines: [], instructions: "" }];
  stubServer(() => ({ body: checkout }));
  openCheckout();
  expect(await screen.findByRole("heading", { name: /Pickup/ })).toBeTruthy();
  expect(screen.getByRole("radio", { name: /Studio/ })).toHaveProperty("checked", true);
  expect(screen.queryByRole("radio", { name: "Deliver" })).toBeNull();
});

test("a missing billing address is requested in its step", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false });
  checkout.paymentMethods = [
    {
      provider: "stoa.manual",
      method: "transfer",
      label: "Transfer",
      testMode: false,
      form: "none",
      canSave: false,
      saved: [],
    },
  ];
  checkout.asksBilling = true;
  checkout.steps = { customer: true, shipping: true, shippingOption: true, billing: true, details: true };
  const errors = { billingAddress: "Enter the billing address." };
  stubServer((sent) =>
    sent.method === "POST" ? problem(400, "validation-failed", errors.billingAddress, { errors }) : { body: checkout },
  );
  openCheckout();
  await userEvent.click(await screen.findByRole("button", { name: "Place order" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Enter the billing address.");
  expect(screen.getByLabelText("Country")).toBeTruthy();
});

test("a free order without delivery requires no address", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false, purelyDigital: true });
  checkout.customer = { email: "ada@example.com", mailConsent: false };
  checkout.steps = { customer: true, shipping: true, shippingOption: true, billing: true, details: true };
  stubServer(() => ({ body: checkout }));
  openCheckout();
  await screen.findByLabelText("Card number");
  const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["1ContactEdit", "2Payment", "Your order"]);
});

test("a free order requires no card", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ purchasePriceCents: 0 })], { requiresShipping: false });
  checkout.steps = { customer: true, shipping: true, shippingOption: true, billing: true, details: true };
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

test("a coupon lowers the total without leaving the step", async () => {
  const checkout = freshCheckout();
  const coupon = { id: "d1", promoCode: "WELCOME10", label: "Welcome", amountCents: 380, reason: null };
  const discounts = [{ id: "d1", label: "Welcome", code: "WELCOME10", amountCents: 380, freeShipping: false }];
  const calls = stubServer((sent) => {
    if (sent.method === "POST") {
      const changes = {
        coupons: [coupon],
        validCoupons: [coupon],
        discounts,
        discountCents: 380,
        grandTotalCents: 3420,
      };
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

test("below the minimum no step can be submitted, and the cart is linked", async () => {
  const checkout = { ...freshCheckout(), cart: cartOf([entryOf()], { minimumSubtotalCents: 5000 }) };
  const calls = stubServer(() => ({ body: checkout }));
  openCheckout();
  await screen.findByText("To check out, your order subtotal must be $50.00 or more.");
  expect(screen.getByRole("link", { name: "Change your cart" }).getAttribute("href")).toBe("/cart");
  expect(screen.getByRole("button", { name: "Continue" }).getAttribute("aria-disabled")).toBe("true");
  await fill(/Email/, "ada@example.com{Enter}");
  await goOn();
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
});

test("a donation below the minimum is accepted", async () => {
  const cart = cartOf([entryOf()], { minimumSubtotalCents: 5000 });
  stubServer(() => ({ body: { ...freshCheckout(), takesCodes: false, cart } }));
  openCheckout();
  const button = await screen.findByRole("button", { name: "Continue" });
  expect(button.getAttribute("aria-disabled")).toBe("false");
  expect(screen.queryByText(/^To check out/)).toBeNull();
});

test("no coupon field if no coupon can apply", async () => {
  stubServer(() => ({ body: { ...freshCheckout(), takesCodes: false } }));
  openCheckout();
  expect(await screen.findByText("Subtotal")).toBeTruthy();
  expect(screen.queryByLabelText("Discount code")).toBeNull();
});

async function fillWhenThere(email: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Email"), email);
}

test("a signed-in customer starts with the default address", async () => {
  const checkout = freshCheckout();
  checkout.buyer = {
    email: "ada@example.com",
    addresses: [
      { id: "adr_1", address, lines: [], isDefault: true },
      { id: "adr_2", address: { ...address, line1: "12 Loom Street" }, lines: [], isDefault: false },
    ],
  };
  checkout.steps = { ...checkout.steps, customer: true };
  stubServer(() => ({ body: checkout }));
  openCheckout();
  const street = await screen.findByLabelText<HTMLInputElement>("Street and number");
  expect(street.value).toBe("1 Mill Lane");
  await userEvent.selectOptions(screen.getByLabelText(/^Saved addresses/), "adr_2");
  expect(street.value).toBe("12 Loom Street");
  await userEvent.selectOptions(screen.getByLabelText(/^Saved addresses/), "");
  expect(street.value).toBe("");
});

test("the shop's questions are a separate step, with errors at the fields", async () => {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false });
  checkout.steps = { customer: true, shipping: true, shippingOption: true, billing: true, details: false };
  checkout.settings = {
    guestCheckout: true,
    orderNote: true,
    fields: [
      { ...question, id: "box", label: "Gift box", kind: "choice", choices: ["Red", "Blue"] },
      { ...question, id: "terms", label: "I agree", kind: "checkbox" },
    ],
  };
  let tries = 0;
  const calls = stubServer((sent) => {
    if (sent.method === "GET") return { body: checkout };
    tries += 1;
    if (tries === 1) {
      const errors = { "answers.terms": "Check the box to continue." };
      return problem(400, "validation-failed", "Check the box to continue.", { errors });
    }
    const answers = [
      { fieldId: "terms", label: "I agree", value: "Ja", kind: "checkbox" },
      { fieldId: "day", label: "Day", value: "2026-12-24", kind: "date" },
      { fieldId: "end", label: "End", value: "next Tuesday", kind: "date" },
      { fieldId: "odd", label: "Odd", value: "2026-12-+4", kind: "date" },
    ];
    return { body: { ...checkout, answers, steps: { ...checkout.steps, details: true } } };
  });
  openCheckout();
  await userEvent.selectOptions(await screen.findByLabelText("Gift box"), "Red");
  await fill(/^Note to the shop/, "Ring twice");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("Check the box to continue.");
  await userEvent.click(screen.getByLabelText("I agree"));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByLabelText("Card number");
  expect(calls.at(-1)?.body).toEqual({ note: "Ring twice", answers: { box: "Red", terms: "true" } });
  expect(document.body.textContent).toContain("I agree: Ja\nDay: December 24, 2026\nEnd: next Tuesday\nOdd: 2026-12-+4");
});

test("a members-only shop redirects guests to sign in", async () => {
  const checkout = freshCheckout();
  checkout.settings = { ...checkout.settings, guestCheckout: false };
  stubServer(() => ({ body: checkout }));
  openCheckout();
  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link.getAttribute("href")).toBe("/account/sign-in?next=%2Fcheckout");
  expect(screen.queryByLabelText("Email")).toBeNull();
});

test("buying at once returns to its checkout after signing in", async () => {
  window.history.replaceState(null, "", "/checkout?cartToken=t-1%26x");
  stubServer(() => ({ body: freshCheckout() }));
  openCheckout();
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Sign in" });
  window.history.replaceState(null, "", "/");
  expect(new URL(link.href).searchParams.get("next")).toBe("/checkout?cartToken=t-1%26x");
});

test("only signed-in customers can save a new address", async () => {
  const checkout = freshCheckout();
  checkout.steps = { ...checkout.steps, customer: true };
  checkout.buyer = { email: "ada@example.com", addresses: [{ id: "adr_1", address, lines: [], isDefault: true }] };
  const calls = stubServer(() => ({ body: checkout }));
  openCheckout();
  const street = await screen.findByLabelText<HTMLInputElement>("Street and number");
  expect(screen.queryByLabelText("Save this address to my account")).toBeNull();
  await userEvent.type(street, "a");
  const box = screen.getByLabelText<HTMLInputElement>("Save this address to my account");
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  await goOn();
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ method: "PUT", body: { line1: "1 Mill Lanea", keepAddress: true } }),
  );
  cleanup();
  checkout.buyer = null;
  openCheckout();
  await screen.findByLabelText("Street and number");
  expect(screen.queryByLabelText("Save this address to my account")).toBeNull();
});
