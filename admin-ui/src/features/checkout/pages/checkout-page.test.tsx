import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("asks questions at the checkout and keeps the rest of the settings", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/checkout");
  await user.click(await screen.findByLabelText("Sell to guests", {}, patience));
  await user.click(screen.getByRole("button", { name: "Add question" }));
  await user.type(screen.getByLabelText("Question"), "Gift box");
  await user.click(screen.getByLabelText("Answer"));
  await user.click(await screen.findByRole("option", { name: "One of some choices" }));
  await user.type(await screen.findByLabelText("Choices"), "Red{enter}Blue");
  await user.click(screen.getByLabelText("Has to be answered"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.storeSettings.checkout).toEqual({
    guestCheckout: false,
    orderNote: false,
    fields: [{ id: "question-1", label: "Gift box", kind: "choice", required: true, choices: ["Red", "Blue"] }],
  });
  expect(backEnd.storeSettings.minimumSubtotalCents).toBe(0);
});
