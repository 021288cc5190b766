import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("shows failed deliveries with reasons, retries them, and rotates the key", async () => {
  const user = userEvent.setup();
  backEnd.deliveries = [
    {
      id: "whd_1",
      submissionId: "sub_1",
      url: "https://hooks.example/1",
      status: "failed",
      attempts: 8,
      dueOn: null,
      lastError: "The server there did not take it (status 500).",
      createdOn: 1,
      sentOn: null,
    },
  ];
  renderApp("/sites/w-juniper/forms/webhooks");
  expect(await screen.findByText("The server there did not take it (status 500).", {}, patience)).toBeVisible();
  expect(screen.getByText("Tried 8 times")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Sending soon", {}, patience)).toBeVisible();
  expect(screen.getByLabelText("Key")).toHaveValue("whsec_first");
  await user.click(screen.getByRole("button", { name: "Create a new key" }));
  await user.click(await screen.findByRole("button", { name: "Create a new key", hidden: false }, patience));
  expect(await screen.findByDisplayValue("whsec_other", {}, patience)).toBeVisible();
});

it("shows that there are no deliveries", async () => {
  renderApp("/sites/w-juniper/forms/webhooks");
  expect(await screen.findByText("No webhooks sent yet", {}, patience)).toBeVisible();
});
