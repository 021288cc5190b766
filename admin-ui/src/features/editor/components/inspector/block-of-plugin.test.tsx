import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { selected } from "../../slice";

const patience = { timeout: 10_000 };

it("says that the plugin of a block is gone, and keeps the block", async () => {
  const clock = { id: "b-clock", kind: "acme-clock--clock", settings: { zone: "Europe/Berlin" } };
  const settings = { tone: "default", width: "normal", padding: "medium" } as const;
  const columns = [{ span: 12, blocks: [clock] }];
  const document = { version: 1, sections: [{ id: "s", settings, rows: [{ id: "r", columns }] }] };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  act(() => void store.dispatch(selected("pg-0", { type: "block", id: "b-clock" })));
  const panel = within(await screen.findByRole("complementary", { name: "Settings" }, patience));
  const alert = await panel.findByText(
    /needs the plugin acme-clock, which is not installed or switched off/,
    {},
    patience,
  );
  expect(within(alert).getByRole("link", { name: "plugins" })).toHaveAttribute("href", "/sites/w-juniper/plugins");
  const draft = store.getState().editor.open?.draft.document;
  expect(draft?.sections[0]?.rows[0]?.columns[0]?.blocks[0]).toEqual(clock);
});
