// spec: plugins.panels
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

type Panel = (typeof backEnd.pluginPanels)[number];

function offer(changes: Partial<Panel>): Panel {
  const panel: Panel = {
    pluginId: "acme.sales",
    name: "sales",
    title: "Sales by tag",
    pluginName: "Acme sales",
    digest: "d1",
    hasPage: false,
    form: null,
    ...changes,
  };
  backEnd.pluginPanels = [panel];
  return panel;
}

const show = (role?: "viewer") => renderApp("/sites/w-juniper/plugin-panels/acme.sales/sales", role);

it("lists a panel in the side bar, and draws its table after a form of the plugin", async () => {
  offer({ form: { type: "object", properties: { days: { type: "integer", title: "Days", default: 30 } } } });
  const asked: unknown[] = [];
  backEnd.pluginPanelAnswers = {
    sales: (method, input) => {
      asked.push([method, input]);
      return {
        columns: [
          { key: "tag", label: "Tag" },
          { key: "sales", label: "Sales", kind: "money" },
        ],
        rows: [{ tag: "<b>kitchen</b>", sales: { minor: 2400, currency: "USD" } }],
      };
    },
  };
  show();
  expect(await screen.findByRole("heading", { level: 1, name: "Sales by tag" }, patience)).toBeVisible();
  const table = await screen.findByRole("table", {}, patience);
  expect(within(table).getByRole("rowheader", { name: "<b>kitchen</b>" })).toBeVisible();
  expect(within(table).getByText("$24.00")).toBeVisible();
  const navigation = screen.getByRole("navigation", { name: "Site" });
  expect(
    await within(navigation).findByRole("link", { name: "Sales by tag", current: "page" }, patience),
  ).toBeVisible();
  const person = userEvent.setup();
  const days = screen.getByRole("textbox", { name: "Days" });
  await person.clear(days);
  await person.type(days, "90{Enter}");
  await waitFor(() => expect(asked.at(-1)).toEqual(["show", { days: 90 }]));
});

it("says in words that a panel failed, and tries again", async () => {
  offer({});
  backEnd.pluginPanelAnswers = {};
  show();
  expect(await screen.findByText("no method show", {}, patience)).toBeVisible();
  backEnd.pluginPanelAnswers = { sales: () => ({ columns: [], rows: [], notice: "All is sold." }) };
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("All is sold.")).toBeVisible();
});

it("shows no panel to a person who may not see its data", async () => {
  offer({});
  show("viewer");
  expect(await screen.findByText("This panel is not there", {}, patience)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Sales by tag" })).toBeNull();
});

it("answers its own frame alone, which has no origin", async () => {
  offer({ hasPage: true });
  const called = vi.fn((method: string) => ({ method }));
  backEnd.pluginPanelAnswers = { sales: called };
  show();
  const frame = await screen.findByTitle<HTMLIFrameElement>("Sales by tag", {}, patience);
  expect(frame).toHaveAttribute("sandbox", "allow-scripts");
  expect(new URL(frame.src).pathname).toBe("/admin/panel-frame");
  const inside = frame.contentWindow!;
  const told = vi.spyOn(inside, "postMessage").mockImplementation(() => undefined);
  const say = (data: unknown, source: Window) =>
    act(() => void window.dispatchEvent(new MessageEvent("message", { data, source })));
  say({ stoa: "ready" }, inside);
  await waitFor(() => expect(told).toHaveBeenCalledWith({ stoa: "page", html: "<p>Sales</p>" }, "*"));
  expect(told).toHaveBeenCalledWith(
    { stoa: "context", context: { locale: "en", theme: "light", direction: "ltr" } },
    "*",
  );
  say({ stoa: "call", id: 1, method: "orders", input: {} }, window);
  say({ stoa: "call", id: 2, method: "orders", input: {} }, inside);
  await waitFor(() => expect(told).toHaveBeenCalledWith({ stoa: "answer", id: 2, result: { method: "orders" } }, "*"));
  expect(called).toHaveBeenCalledTimes(1);
});
