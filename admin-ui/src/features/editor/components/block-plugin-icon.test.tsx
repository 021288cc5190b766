import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { blockKinds } from "@/testing/block-kinds";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

it("offers a plugin's block with its own name, publisher and icon", async () => {
  const [kind] = blockKinds;
  const [plugin] = backEnd.plugins;
  if (kind === undefined || plugin === undefined) throw new Error("no samples");
  const clock = { ...kind, kind: "acme-clock--clock", name: "Clock", source: "acme.clock", thumbnail: null };
  backEnd.plugins.push({ ...plugin, id: "acme.clock", name: "Acme time", hasIcon: true });
  backEnd.pages = backEnd.pages.map((page) =>
    page.id === "pg-0" ? { ...page, document: { version: 1, sections: [] } } : page,
  );
  server.use(
    http.get("*/block-kinds", () => HttpResponse.json({ blockKinds: [...blockKinds, clock] })),
    http.get("*/plugins/acme.clock/icon", () => new HttpResponse("<svg/>")),
  );
  const [make, revoke] = [vi.fn(() => "blob:icon"), vi.fn()];
  Object.assign(URL, { createObjectURL: make, revokeObjectURL: revoke });
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Add a block" }, patience));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a block" }, patience));
  const offer = await dialog.findByRole("button", { name: /^Clock By acme/ }, patience);
  await waitFor(() => expect(offer.querySelector("img")).toHaveAttribute("src", "blob:icon"));
});
