import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

it("finds a time zone by a part of its name", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText("Time zone", {}, patience);
  await user.tripleClick(field);
  await user.paste("lisb");
  await user.click(await screen.findByText("Europe/Lisbon"));
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.timeZone).toBe("Europe/Lisbon");
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
