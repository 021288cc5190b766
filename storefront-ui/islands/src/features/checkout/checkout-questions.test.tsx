import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer } from "@/testing/server";
import { cartOf, context, entryOf, freshCheckout } from "@/testing/shop";
import { CheckoutView } from "./checkout-view";
import { CheckoutController } from "./checkout-controller";

afterEach(cleanup);

const question = { help: "", required: true, choices: [], maxLength: 200 };

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
  const controller = new CheckoutController("t1", {
    go: () => undefined,
    replace: () => undefined,
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
  await userEvent.selectOptions(await screen.findByLabelText("Gift box"), "Red");
  await userEvent.type(screen.getByLabelText(/^Note to the shop/), "Ring twice");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("Check the box to continue.");
  await userEvent.click(screen.getByLabelText("I agree"));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByLabelText("Card number");
  expect(calls.at(-1)?.body).toEqual({ note: "Ring twice", answers: { box: "Red", terms: "true" } });
  expect(document.body.textContent).toContain(
    "I agree: Ja\nDay: December 24, 2026\nEnd: next Tuesday\nOdd: 2026-12-+4",
  );
});
