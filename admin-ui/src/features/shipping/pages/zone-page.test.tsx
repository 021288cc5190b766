import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("asks where something is picked up, and keeps it", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/shipping/z-home");
  await user.click(await screen.findByRole("button", { name: "Add delivery option" }, patience));
  const names = screen.getAllByLabelText(/^Name/);
  await user.type(names.at(-1) ?? document.body, "Studio");
  const kinds = screen.getAllByRole("combobox", { name: "Price" });
  await user.click(kinds.at(-1) ?? document.body);
  await user.click(await screen.findByRole("option", { name: "Pickup" }));
  await user.type(screen.getAllByLabelText(/^Price of an order/).at(-1) ?? document.body, "0");
  const place = within(screen.getByRole("group", { name: "Where it is picked up" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await place.findByText("Enter the city")).toBeVisible();
  const fill = async (label: RegExp, text: string) => user.type(place.getByLabelText(label), text);
  await fill(/^Street/, "118 Foundry Alley");
  await fill(/^City/, "Asheville");
  await fill(/^State/, "NC");
  await fill(/^Postal/, "28801");
  await fill(/^What customers/, "Ring twice.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shipping zone saved", {}, patience)).toBeVisible();
  expect(backEnd.zones[0]?.options?.at(-1)).toMatchObject({
    kind: "pickup",
    pickup: { line1: "118 Foundry Alley", city: "Asheville", country: "US", instructions: "Ring twice." },
  });
});

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
