import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { PaymentMethod } from "@/shared/api/types";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { cartOf, context, entryOf, freshCheckout } from "@/testing/shop";
import { PaymentStep } from "./payment-step";

afterEach(cleanup);

const transfer: PaymentMethod = {
  provider: "stoa.manual",
  method: "transfer",
  label: "Transfer",
  testMode: false,
  form: "none",
  canSave: false,
  saved: [],
};
const card: PaymentMethod = { ...transfer, provider: "acme.pay", method: "card", label: "Card", canSave: true };
const visa = { id: "spm_1", label: "Visa ending in 4242" };

function open(paymentMethods: PaymentMethod[]) {
  const checkout = freshCheckout();
  checkout.cart = cartOf([entryOf({ productType: 2 })], { requiresShipping: false });
  checkout.paymentMethods = paymentMethods;
  const onBuy = vi.fn();
  render(
    <PageProvider store={createPageStore()} context={context}>
      <PaymentStep checkout={checkout} isBusy={false} errors={{}} onBuy={onBuy} />
    </PageProvider>,
  );
  return onBuy;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const buy = () => press("Place order");
const pay = () => press(/^Pay /);
const keep = () => screen.queryByLabelText("Save this payment method for next time");

// spec: checkout.saved-payment-methods
test("a saved method is offered first, and paid with by its id", async () => {
  const onBuy = open([{ ...card, saved: [visa] }, transfer]);
  const choices = within(screen.getByRole("group", { name: "Payment method" })).getAllByRole<HTMLInputElement>("radio");
  expect(choices.map(({ labels }) => labels?.[0]?.textContent)).toEqual(["Visa ending in 4242", "Card", "Transfer"]);
  expect(choices.map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(keep()).toBeNull();
  await pay();
  expect(onBuy).toHaveBeenLastCalledWith(
    { provider: "acme.pay", method: "card", data: {}, savedMethodId: "spm_1" },
    null,
  );
});

// spec: checkout.saved-payment-methods
test("a new method is saved with consent alone", async () => {
  const onBuy = open([{ ...card, saved: [visa] }, transfer]);
  await userEvent.click(screen.getByRole("radio", { name: "Card" }));
  expect(keep()).toHaveProperty("checked", false);
  await buy();
  const plain = { provider: "acme.pay", method: "card", data: {} };
  expect(onBuy).toHaveBeenLastCalledWith(plain, null);
  await userEvent.click(screen.getByLabelText("Save this payment method for next time"));
  await buy();
  expect(onBuy).toHaveBeenLastCalledWith({ ...plain, save: true }, null);
  await userEvent.click(screen.getByRole("radio", { name: "Transfer" }));
  expect(keep()).toBeNull();
  await buy();
  expect(onBuy).toHaveBeenLastCalledWith({ provider: "stoa.manual", method: "transfer", data: {} }, null);
});

// spec: checkout.saved-payment-methods
test("a saved card needs no number", async () => {
  const onBuy = open([{ ...card, form: "card", saved: [visa] }]);
  expect(screen.queryByLabelText("Card number")).toBeNull();
  await pay();
  expect(onBuy).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("radio", { name: "Card" }));
  expect(screen.getByLabelText("Card number")).toBeTruthy();
});
