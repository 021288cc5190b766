import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

it("asks questions at the checkout and keeps the rest of the settings", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/checkout");
  await user.click(await screen.findByLabelText("Sell to guests", {}, patience));
  await user.click(screen.getByLabelText("Services more than once"));
  await user.type(screen.getByLabelText("Smallest order"), "25");
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
  expect(backEnd.storeSettings.minimumSubtotalCents).toBe(2500);
  expect(backEnd.storeSettings.multipleQuantityAllowedForServices).toBe(false);
});

it("puts what the server says of a question beside it", async () => {
  const user = userEvent.setup();
  server.use(
    http.put("*/store-settings", () =>
      HttpResponse.json(
        problem(400, "validation-failed", "A question is wrong.", {
          errors: { "checkout.fields[1].label": "Two questions are the same.", "checkout.fields[0].choices": "Enter at least two choices." },
        }),
        { status: 400, headers: { "Content-Type": "application/problem+json" } },
      ),
    ),
  );
  renderApp("/sites/w-juniper/checkout");
  for (const label of ["Gift box", "Ribbon"]) {
    await user.click(await screen.findByRole("button", { name: "Add question" }, patience));
    await user.type(screen.getAllByLabelText("Question").at(-1) as HTMLElement, label);
  }
  await user.click(screen.getAllByLabelText("Answer")[0] as HTMLElement);
  await user.click(await screen.findByRole("option", { name: "One of some choices" }));
  await user.type(await screen.findByLabelText("Choices"), "Red");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const second = within(screen.getByRole("group", { name: "Question 2" }));
  expect(await second.findByText("Two questions are the same.", {}, patience)).toBeVisible();
  expect(second.getByLabelText("Question")).toBeInvalid();
  const first = within(screen.getByRole("group", { name: "Question 1" }));
  expect(first.getByLabelText("Choices")).toBeInvalid();
  expect(first.getByLabelText("Question")).toBeValid();
});
