import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

it("names what of a plugin fails, and plugins that are not loaded with the reason", async () => {
  const [card, callout] = backEnd.plugins;
  backEnd.plugins = [card!, { ...callout!, health: "suspended", failing: ["block callout"] }];
  backEnd.refusedPlugins = [{ id: "acme.clock", version: "1.2.0", reason: "is invalid: imports acme:wish/clock" }];
  renderApp("/sites/w-juniper/plugins");
  const list = await screen.findByRole("list", { name: "Plugins" }, patience);
  const [running, failing] = within(list).getAllByRole("listitem");
  expect(within(running!).getByText("Running")).toBeVisible();
  expect(within(failing!).getByText("Suspended after errors")).toBeVisible();
  expect(within(failing!).getByText("Block callout")).toBeVisible();
  const refused = screen.getByRole("region", { name: "Not loaded" });
  expect(within(refused).getByText("acme.clock")).toBeVisible();
  expect(within(refused).getByText(/acme:wish\/clock/)).toBeVisible();
});
