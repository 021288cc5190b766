import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("previews an e-mail with unsaved texts, and saves them", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/texts/order-confirmed/en");
  const heading = await screen.findByLabelText("Heading", {}, patience);
  expect(screen.getByText("{number}")).toBeVisible();
  await user.clear(heading);
  await user.type(heading, "Hooray");
  await user.click(screen.getByText("Update preview"));
  expect(await screen.findByTitle("E-mail", {}, patience)).toHaveAttribute("srcdoc", "<h1>Hooray</h1>");
  await user.click(await screen.findByText("Save", {}, patience));
  expect(await screen.findByText("E-mail saved", {}, patience)).toBeVisible();
  expect(await screen.findByText("Reset to default", {}, patience)).toBeVisible();
});

it("shows errors at their fields", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/texts/order-confirmed/en");
  const subject = await screen.findByLabelText("Subject", {}, patience);
  await user.clear(subject);
  await user.type(subject, " ");
  await user.click(await screen.findByText("Save", {}, patience));
  expect(await screen.findByText("Enter a text.", {}, patience)).toBeVisible();
});
