import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { blockKinds } from "@/testing/block-kinds";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { draftChanged, selected } from "../../slice";

const patience = { timeout: 10_000 };
const hours = {
  kind: "acme-hours--hours",
  name: "Weekly hours",
  category: "Plugins",
  description: "When the shop is open",
  source: "acme.hours",
  settingsVersion: 2,
  settingsSchema: { type: "object", properties: { day: { type: "string", title: "Monday", default: "" } } },
  defaultSettings: { day: "", $saved: { version: 2 } },
  typeCodes: [],
  keywords: [],
  variants: [],
  thumbnail: null,
};

/** Opens a page with a block, of version 1 unless other settings are given, and selects it. */
async function opened(own: Record<string, unknown> = { text: "9 to 5" }) {
  const block = { id: "b-hours", kind: hours.kind, settings: own };
  const settings = { tone: "default", width: "normal", padding: "medium" } as const;
  const document = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  server.use(http.get("*/block-kinds", () => HttpResponse.json({ blockKinds: [...blockKinds, hours] })));
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  act(() => void store.dispatch(selected("pg-0", { type: "block", id: "b-hours" })));
  return { store, panel: within(await screen.findByRole("complementary", { name: "Settings" }, patience)) };
}

// spec: plugins.blocks.migration
it("has settings of an earlier version taken over before they are shown", async () => {
  let asked = 0;
  server.use(
    http.post("*/pages/pg-0/block-settings", () => {
      asked += 1;
      return HttpResponse.json({ changed: true, refused: {} });
    }),
  );
  const { store, panel } = await opened();
  await panel.findByRole("status", { name: "Loading" }, patience);
  expect(panel.queryByRole("textbox", { name: "Monday" })).toBeNull();
  const draft = store.getState().editor.open?.draft;
  if (draft === undefined) throw new Error("no page is open");
  const taken = JSON.parse(
    JSON.stringify(draft).replace('{"text":"9 to 5"}', '{"day":"9 to 5","$saved":{"version":2}}'),
  ) as typeof draft;
  act(() => void store.dispatch(draftChanged("pg-0", taken, null)));
  expect(await panel.findByRole("textbox", { name: "Monday" }, patience)).toHaveValue("9 to 5");
  expect(asked).toBe(1);
});

// spec: plugins.blocks.migration
it("says that settings could not be taken over when their step does not come, or the page is full", async () => {
  const detail = "The page would become too large. Move some of its blocks to another page.";
  const full = { type: "about:blank", title: "Conflict", status: 409, code: "conflict", detail };
  let asked = 0;
  server.use(
    http.post("*/pages/pg-0/block-settings", () => {
      asked += 1;
      if (asked === 1) return HttpResponse.json({ changed: true, refused: {} });
      return HttpResponse.json(full, { status: 409, headers: { "content-type": "application/problem+json" } });
    }),
  );
  const { panel } = await opened();
  await panel.findByRole("status", { name: "Loading" }, patience);
  await panel.findByText(/They could not be taken over/, {}, { timeout: 20_000 });
  await userEvent.click(panel.getByRole("button", { name: "Try again" }));
  await panel.findByText(detail, {}, patience);
  expect(panel.queryByRole("textbox", { name: "Monday" })).toBeNull();
}, 40_000);

// spec: plugins.blocks.migration
it("says why settings of an earlier version cannot be taken over, and tries again", async () => {
  const reasons = ["the hours are odd", "the hours are still odd"];
  server.use(
    http.post("*/pages/pg-0/block-settings", () =>
      HttpResponse.json({ changed: false, refused: { "b-hours": reasons.shift() ?? "" } }),
    ),
  );
  const { panel } = await opened();
  await panel.findByText("the hours are odd", {}, patience);
  expect(panel.queryByRole("textbox", { name: "Monday" })).toBeNull();
  await userEvent.click(panel.getByRole("button", { name: "Try again" }));
  await panel.findByText("the hours are still odd", {}, patience);
});

// spec: plugins.blocks.migration
it("asks when the server has the block, and shows no form over settings that stay earlier ones", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/pages/pg-0/block-settings", () => {
      sent.push(JSON.stringify(backEnd.pages).includes("b-pasted"));
      return HttpResponse.json({ changed: false, refused: {} });
    }),
  );
  const { store, panel } = await opened({ day: "", $saved: { version: 2 } });
  expect(await panel.findByRole("textbox", { name: "Monday" }, patience)).toHaveValue("");
  const draft = store.getState().editor.open?.draft;
  if (draft === undefined) throw new Error("no page is open");
  const pasted = structuredClone(draft);
  const column = pasted.document.sections[0]?.rows[0]?.columns[0];
  column?.blocks.push({ id: "b-pasted", kind: hours.kind, settings: { text: "9 to 5" } });
  act(() => {
    store.dispatch(draftChanged("pg-0", pasted, null));
    store.dispatch(selected("pg-0", { type: "block", id: "b-pasted" }));
  });
  await panel.findByRole("status", { name: "Loading" }, patience);
  await panel.findByText(/They could not be taken over/, {}, patience);
  expect(panel.queryByRole("textbox", { name: "Monday" })).toBeNull();
  expect(sent).toEqual([true]);
});

// spec: plugins.blocks.migration
it("shows the settings of a later version, of which nothing is taken over", async () => {
  server.use(http.post("*/pages/pg-0/block-settings", () => HttpResponse.json({ changed: false, refused: {} })));
  const { panel } = await opened({ day: "9 to 5", $saved: { version: 3 } });
  expect(await panel.findByRole("textbox", { name: "Monday" }, patience)).toHaveValue("9 to 5");
});
