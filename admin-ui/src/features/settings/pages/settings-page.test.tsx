import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

it("finds a time zone by a part of its name, with its offset", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText("Time zone", {}, patience);
  await user.tripleClick(field);
  await user.paste("new york");
  expect(await screen.findByRole("option", { name: /^America\/New York UTC−[45]$/ }, patience)).toBeVisible();
  await user.tripleClick(field);
  await user.paste("lisb");
  await user.click(await screen.findByRole("option", { name: /^Europe\/Lisbon UTC/ }, patience));
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.timeZone).toBe("Europe/Lisbon");
});

it("takes another language, found by its own name, and says what follows", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText<HTMLInputElement>("Language", {}, patience);
  expect(field.value).toBe("English (United States)");
  expect(screen.getByText(/how dates, numbers and amounts look.*What you have written yourself is not translated/)).toBeVisible();
  await user.tripleClick(field);
  await user.paste("deutsch (schweiz");
  await user.click(await screen.findByRole("option", { name: "German (Switzerland)" }, patience));
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.language).toBe("de-CH");
});

it("takes no time zone that there is not", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText<HTMLInputElement>("Time zone", {}, patience);
  const before = field.value;
  await user.tripleClick(field);
  await user.paste("Mars/Base");
  expect(await screen.findByText("No such time zone. Try the name of a large city nearby.")).toBeVisible();
  await user.tab();
  expect(field.value).toBe(before);
});

// spec: editor.label.timezone
it("takes a typed time zone where the list of them does not come", async () => {
  vi.spyOn(Intl, "supportedValuesOf").mockImplementation(() => {
    throw new RangeError("no such list");
  });
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText("Time zone", {}, patience);
  expect(screen.getByText("Failed to load timezone")).toBeVisible();
  await user.tripleClick(field);
  await user.paste("Asia/Tokyo");
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.timeZone).toBe("Asia/Tokyo");
});

it("keeps the address that stands on invoices", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const street = await screen.findByLabelText("Street and number", {}, patience);
  expect(street).toHaveValue("118 Foundry Alley, Unit 3");
  await user.tripleClick(street);
  await user.paste("1 Quay");
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.location.addressLine1).toBe("1 Quay");
});
