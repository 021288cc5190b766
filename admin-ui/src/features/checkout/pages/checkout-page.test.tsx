import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("adds checkout questions and keeps the other settings", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/checkout");
  await user.click(await screen.findByLabelText("Guest checkout", {}, patience));
  await user.click(screen.getByLabelText("Multiple quantities of services"));
  await user.type(screen.getByLabelText("Minimum order"), "25");
  await user.click(screen.getByRole("button", { name: "Add question" }));
  await write(user, screen.getByLabelText("Question"), "Gift box");
  await user.click(screen.getByLabelText("Answer type"));
  await user.click(await screen.findByRole("option", { name: "Single choice" }));
  await user.type(await screen.findByLabelText("Choices"), "Red{enter}Blue");
  await user.click(screen.getByLabelText("Required"));
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

it("shows the server's error at the question", async () => {
  const user = userEvent.setup();
  server.use(
    http.put("*/store-settings", () =>
      HttpResponse.json(
        problem(400, "validation-failed", "A question is wrong.", {
          errors: {
            "checkout.fields[1].label": "Two questions are the same.",
            "checkout.fields[0].choices": "Enter at least two choices.",
          },
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
  await user.click(screen.getAllByLabelText("Answer type")[0] as HTMLElement);
  await user.click(await screen.findByRole("option", { name: "Single choice" }));
  await user.type(await screen.findByLabelText("Choices"), "Red");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const second = within(screen.getByRole("group", { name: "Question 2" }));
  expect(await second.findByText("Two questions are the same.", {}, patience)).toBeVisible();
  expect(second.getByLabelText("Question")).toBeInvalid();
  const first = within(screen.getByRole("group", { name: "Question 1" }));
  expect(first.getByLabelText("Choices")).toBeInvalid();
  expect(first.getByLabelText("Question")).toBeValid();
});
