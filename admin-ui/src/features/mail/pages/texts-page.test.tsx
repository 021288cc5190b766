import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("shows a letter in other words before they are saved, and keeps them", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/texts/order-confirmed/en");
  const heading = await screen.findByLabelText("Heading", {}, patience);
  expect(screen.getByText("{number}")).toBeVisible();
  await user.clear(heading);
  await user.type(heading, "Hooray");
  await user.click(screen.getByText("Look at it"));
  expect(await screen.findByTitle("Letter", {}, patience)).toHaveAttribute("srcdoc", "<h1>Hooray</h1>");
  await user.click(await screen.findByText("Save", {}, patience));
  expect(await screen.findByText("The letter was saved", {}, patience)).toBeVisible();
  expect(await screen.findByText("Use the usual text", {}, patience)).toBeVisible();
});

it("says beside the field what is wrong", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/texts/order-confirmed/en");
  const subject = await screen.findByLabelText("Subject", {}, patience);
  await user.clear(subject);
  await user.type(subject, " ");
  await user.click(await screen.findByText("Save", {}, patience));
  expect(await screen.findByText("Enter a text.", {}, patience)).toBeVisible();
});
