import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("shows what was given up and why, sends it again, and changes the key", async () => {
  const user = userEvent.setup();
  backEnd.deliveries = [
    { id: "whd_1", submissionId: "sub_1", url: "https://hooks.example/1", status: "failed", attempts: 8, dueOn: null, lastError: "The server there did not take it (status 500).", createdOn: 1, sentOn: null },
  ];
  renderApp("/sites/w-juniper/forms/webhooks");
  expect(await screen.findByText("The server there did not take it (status 500).", {}, patience)).toBeVisible();
  expect(screen.getByText("Tried 8 times")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Goes out in a moment", {}, patience)).toBeVisible();
  expect(screen.getByLabelText("Key")).toHaveValue("whsec_first");
  await user.click(screen.getByRole("button", { name: "Make another key" }));
  await user.click(await screen.findByRole("button", { name: "Make another key", hidden: false }, patience));
  expect(await screen.findByDisplayValue("whsec_other", {}, patience)).toBeVisible();
});

it("says when nothing was sent yet", async () => {
  renderApp("/sites/w-juniper/forms/webhooks");
  expect(await screen.findByText("Nothing was sent yet", {}, patience)).toBeVisible();
});
