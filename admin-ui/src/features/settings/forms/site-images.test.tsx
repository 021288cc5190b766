import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("sets and removes the favicon", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const icon = within(await screen.findByRole("group", { name: "Favicon" }, patience));
  await user.click(icon.getByRole("button", { name: "Choose image" }));
  const library = within(await screen.findByRole("dialog", undefined, patience));
  await user.click(await library.findByRole("button", { name: /^bowl\.webp/ }, patience));
  await waitFor(() => expect(backEnd.websiteSettings.iconId).toBeTruthy(), patience);
  await user.click(await icon.findByRole("button", { name: "Remove" }, patience));
  await waitFor(() => expect(backEnd.websiteSettings.iconId).toBeNull(), patience);
  expect(await icon.findByRole("button", { name: "Choose image" }, patience)).toBeEnabled();
});
