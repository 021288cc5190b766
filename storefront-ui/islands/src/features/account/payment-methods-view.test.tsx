import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { SavedPaymentMethod } from "@/shared/api/types";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer } from "@/testing/server";
import { context } from "@/testing/shop";
import { PaymentMethodsView } from "./payment-methods-view";

afterEach(cleanup);

const path = "/api/v1/saved-payment-methods";
const visa: SavedPaymentMethod = {
  id: "spm_1",
  label: "Visa ending in 4242",
  expiresOn: Date.UTC(2030, 11, 31),
  testMode: false,
};
const other: SavedPaymentMethod = { id: "spm_2", label: "Account of Ada", expiresOn: null, testMode: true };

function open(): void {
  render(
    <PageProvider store={createPageStore()} context={context}>
      <PaymentMethodsView />
    </PageProvider>,
  );
}

// spec: checkout.saved-payment-methods
test("lists saved payment methods and removes one after a question", async () => {
  let methods = [visa, other];
  const calls = stubServer((sent) => {
    if (sent.method !== "DELETE") return { body: { methods } };
    methods = [other];
    return { body: { success: true } };
  });
  open();
  await screen.findByText("Visa ending in 4242");
  screen.getByText("Expires 12/2030");
  screen.getByText("Saved in test mode");
  await userEvent.click(screen.getByRole("button", { name: "Remove the payment method Visa ending in 4242" }));
  expect(calls.map(({ method }) => method)).not.toContain("DELETE");
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await screen.findByText("The payment method was removed.");
  expect(calls.find(({ method }) => method === "DELETE")?.path).toBe(`${path}/spm_1`);
  await waitFor(() => expect(screen.queryByText("Visa ending in 4242")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Payment methods" }));
});

test("says that nothing is saved, and why a removal failed", async () => {
  let methods: SavedPaymentMethod[] = [];
  stubServer((sent) => (sent.method === "DELETE" ? problem(503, "unavailable", "Not ready") : { body: { methods } }));
  open();
  await screen.findByText(/You have no saved payment methods/);
  cleanup();
  methods = [visa];
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Remove the payment method Visa ending in 4242" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await screen.findByText("Please try again.");
  expect(screen.getByText("Visa ending in 4242")).toBeTruthy();
});
