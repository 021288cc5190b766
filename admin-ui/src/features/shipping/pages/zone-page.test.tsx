import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("saves a changed step and keeps what it did not touch", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/shipping/z-home");
  const steps = within(await screen.findByRole("group", { name: "Steps" }, patience));
  const [first] = steps.getAllByLabelText("Price");
  if (first === undefined) throw new Error("no step");
  await user.clear(first);
  await user.type(first, "4.5");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shipping zone saved", {}, patience)).toBeVisible();
  const parcel = backEnd.zones[0]?.options?.[1];
  expect(parcel).toMatchObject({ id: "parcel", bands: [{ upTo: 500, priceCents: 450 }, { upTo: null, priceCents: 900 }] });
  expect(backEnd.zones[0]?.options).toHaveLength(3);
});
