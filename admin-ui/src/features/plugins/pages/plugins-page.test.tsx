import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { sessionStarted } from "@/shared/session/session-slice";
import { readOnlySession } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const open = () => {
  const { router, store } = renderApp("/sites/w-juniper/plugins");
  return { router, store, person: userEvent.setup({ applyAccept: false }) };
};

it("names what of a plugin fails, and plugins that are not loaded with the reason", async () => {
  const [card, callout] = backEnd.plugins;
  backEnd.plugins = [card!, { ...callout!, health: "suspended", failing: ["block callout"] }];
  backEnd.refusedPlugins = [{ id: "acme.clock", version: "1.2.0", reason: "is invalid: imports acme:wish/clock" }];
  open();
  const list = await screen.findByRole("list", { name: "Plugins" }, patience);
  const [running, failing] = within(list).getAllByRole("listitem");
  expect(within(running!).getByText("Running")).toBeVisible();
  expect(within(running!).getByText("stoa · 1.0.0")).toBeVisible();
  expect(within(failing!).getByText("Suspended after errors")).toBeVisible();
  expect(within(failing!).getByText("Block: callout")).toBeVisible();
  const refused = screen.getByRole("region", { name: "Not loaded" });
  expect(within(refused).getByText("acme.clock")).toBeVisible();
  expect(within(refused).getByText(/acme:wish\/clock/)).toBeVisible();
});

it("finds a plugin in the catalogue, with its origin, and opens its page", async () => {
  const { router, person } = open();
  await person.click(await screen.findByRole("tab", { name: "Catalogue" }, patience));
  await person.type(await screen.findByRole("searchbox", { name: "Search plugins" }), "parcels");
  const list = screen.getByRole("list", { name: "Catalogue" });
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
  expect(within(list).getByText("Uploaded to this site")).toBeVisible();
  expect(within(list).getByText("Not verified")).toBeVisible();
  await person.click(within(list).getByRole("link", { name: "Acme parcels" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Acme parcels" }, patience)).toBeVisible();
  expect(router.state.location.pathname).toBe("/sites/w-juniper/plugins/acme.parcels");
});

it("says why a file is refused, and opens the plugin of an accepted one", async () => {
  const { router, person } = open();
  const input = await screen.findByLabelText("Plugin file", undefined, patience);
  await person.upload(input, new File(["x"], "notes.txt"));
  expect(await screen.findByText(/notes.txt was not accepted: Choose a plugin file/)).toBeVisible();
  await person.upload(input, new File(["broken"], "parcels.stoaplugin"));
  expect(await screen.findByText(/was not accepted: The package was changed after it was signed/)).toBeVisible();
  await person.upload(input, new File(["fine"], "parcels.stoaplugin"));
  expect(await screen.findByRole("heading", { level: 1, name: "Acme parcels" }, patience)).toBeVisible();
  expect(router.state.location.pathname).toBe("/sites/w-juniper/plugins/acme.parcels");
});

it("is read-only without the right to change plugins", async () => {
  const { store } = open();
  store.dispatch(sessionStarted(readOnlySession("plugins")));
  expect(await screen.findByRole("list", { name: "Plugins" }, patience)).toBeVisible();
  expect(screen.getByText("View only")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Upload a plugin" })).toBeNull();
});
