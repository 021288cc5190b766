import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("asks for a pickup address, and saves it", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/shipping/z-home");
  await user.click(await screen.findByRole("button", { name: "Add delivery option" }, patience));
  const names = screen.getAllByLabelText(/^Name/);
  await write(user, names.at(-1) ?? document.body, "Studio");
  const kinds = screen.getAllByRole("combobox", { name: "Price" });
  await user.click(kinds.at(-1) ?? document.body);
  await user.click(await screen.findByRole("option", { name: "Pickup" }));
  await user.type(screen.getAllByLabelText(/^Price per order/).at(-1) ?? document.body, "0");
  const place = within(screen.getByRole("group", { name: "Pickup location" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await place.findByText("Enter the city")).toBeVisible();
  const fill = async (label: RegExp, text: string) => user.type(place.getByLabelText(label), text);
  await fill(/^Street/, "118 Foundry Alley");
  await fill(/^City/, "Asheville");
  await fill(/^State/, "NC");
  await fill(/^ZIP code/, "28801");
  await fill(/^Pickup instructions/, "Ring twice.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shipping zone saved", {}, patience)).toBeVisible();
  expect(backEnd.zones[0]?.options?.at(-1)).toMatchObject({
    kind: "pickup",
    pickup: { line1: "118 Foundry Alley", city: "Asheville", country: "US", instructions: "Ring twice." },
  });
});

it("has a plugin name the options", async () => {
  const user = userEvent.setup();
  const carrier = { version: "1.0.0", health: "ok" as const, failing: [], summary: "", kinds: ["shipping-provider"] };
  backEnd.plugins.push(
    { ...carrier, id: "acme.carrier", name: "Acme Carrier", enabled: true },
    { ...carrier, id: "acme.off", name: "Acme Off", enabled: false },
  );
  renderApp("/sites/w-juniper/shipping/z-home");
  await user.click(await screen.findByRole("button", { name: "Add delivery option" }, patience));
  await write(user, screen.getAllByLabelText(/^Name/).at(-1) ?? document.body, "Carrier");
  await user.click(screen.getAllByRole("combobox", { name: "Price" }).at(-1) ?? document.body);
  await user.click(await screen.findByRole("option", { name: "Rates by a plugin" }, patience));
  await user.click(await screen.findByRole("combobox", { name: "Plugin" }));
  expect(screen.queryByRole("option", { name: "Acme Off" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "Acme Carrier" }));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shipping zone saved", {}, patience)).toBeVisible();
  expect(backEnd.zones[0]?.options?.at(-1)).toMatchObject({ label: "Carrier", kind: "plugin", plugin: "acme.carrier" });
});

it("saves a changed rate band and keeps the others", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/shipping/z-home");
  const steps = within(await screen.findByRole("group", { name: "Rates" }, patience));
  const [first] = steps.getAllByLabelText("Price");
  if (first === undefined) throw new Error("no step");
  await user.clear(first);
  await user.type(first, "4.5");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Shipping zone saved", {}, patience)).toBeVisible();
  const parcel = backEnd.zones[0]?.options?.[1];
  expect(parcel).toMatchObject({
    id: "parcel",
    bands: [
      { upTo: 500, priceCents: 450 },
      { upTo: null, priceCents: 900 },
    ],
  });
  expect(backEnd.zones[0]?.options).toHaveLength(3);
});

it("finds zones by all their places, and moves them only in manual order", async () => {
  const user = userEvent.setup();
  const [first] = backEnd.zones;
  if (first === undefined) throw new Error("no zone to copy");
  backEnd.zones = [
    { ...first, id: "z-1", name: "Zulu", places: ["DE", "FR", "IT", "ES", "AT"].map((country) => ({ country })) },
    { ...first, id: "z-2", name: "Alpha", places: [{ country: "US" }] },
  ];
  renderApp("/sites/w-juniper/shipping");
  const table = await screen.findByRole("table", { name: "Shipping zones" }, patience);
  const names = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => /Zulu|Alpha/.exec(row.textContent)?.[0]);
  expect(names()).toEqual(["Zulu", "Alpha"]);
  expect(within(table).getByRole("button", { name: "Move Alpha up" })).toBeEnabled();
  await user.click(within(table).getByRole("button", { name: /^Zone/ }));
  expect(names()).toEqual(["Alpha", "Zulu"]);
  expect(within(table).queryByRole("button", { name: "Move Alpha up" })).toBeNull();
  await write(user, screen.getByRole("searchbox", { name: "Search zone, place or option" }), "austria");
  await expect.poll(names, patience).toEqual(["Zulu"]);
});
