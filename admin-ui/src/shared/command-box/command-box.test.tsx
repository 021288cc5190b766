import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

async function openBox(who: "owner" | "viewer" = "owner", path = "") {
  const app = renderApp(`/sites/w-juniper${path}`, who);
  await screen.findByRole("navigation", { name: "Site" }, patience);
  const user = userEvent.setup();
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" }, patience);
  return { ...app, user, field };
}

const option = (name: RegExp) => screen.findByRole("option", { name }, patience);
const group = (name: string) => within(screen.getByRole("group", { name }));
const selected = () => screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent);

it("finds an order by number and opens it by keyboard", async () => {
  const { user, field, router } = await openBox();
  expect(field).toHaveFocus();
  await user.type(field, "1042");
  const found = await option(/^Order #1042/);
  await waitFor(() => expect(field).toHaveAttribute("aria-activedescendant", found.id));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites/w-juniper/orders/o-0"), patience);
  expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
});

it("ignores the keydown of browser autofill, closed and open", async () => {
  renderApp("/sites/w-juniper", "owner");
  await screen.findByRole("navigation", { name: "Site" }, patience);
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener("error", failed);
  const autofill = () => new Event("keydown", { bubbles: true, cancelable: true });
  fireEvent(document.body, autofill());
  expect(screen.queryByRole("dialog")).toBeNull();
  const user = userEvent.setup();
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" }, patience);
  await user.type(field, "new p");
  const before = selected();
  fireEvent(field, autofill());
  expect(selected()).toEqual(before);
  window.removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
});

it("opens by button, and finds pages, posts, products, customers and screens", async () => {
  renderApp("/sites/w-juniper");
  const user = userEvent.setup();
  const button = await screen.findByRole("button", { name: "Search" }, patience);
  expect(button).toHaveTextContent("Ctrl K");
  await user.click(button);
  const field = await screen.findByRole("combobox", { name: "Search" }, patience);
  const look = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  await look("about");
  expect(await option(/^About/)).toBeVisible();
  expect(group("Pages").getAllByRole("option")).toHaveLength(1);
  await look("kiln opening");
  expect(await option(/^Kiln opening ?Journal/)).toBeVisible();
  await look("mug");
  await waitFor(() => expect(group("Products").getAllByRole("option").length).toBeGreaterThan(0), patience);
  await look("ada@");
  expect(await option(/^Ada Byron ?ada@example\.com/)).toBeVisible();
  await look("gdpr");
  expect(await option(/^Cookies and consent ?Settings/)).toBeVisible();
});

it("navigates options with the arrow keys, wrapping around", async () => {
  const { user, field } = await openBox();
  await user.type(field, "new p");
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual(["New page", "New price list"]);
  await user.keyboard("{ArrowDown}");
  expect(selected()).toEqual([names[1]]);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(selected()).toEqual([names.at(-1)]);
  expect(field).toHaveFocus();
});

it("runs commands: a new page is created on the page list", async () => {
  const { user, field, router } = await openBox("owner", "/taxes");
  await user.type(field, "new page{Enter}");
  const dialog = await screen.findByRole("dialog", { name: /new page/i }, patience);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.pathname + router.state.location.search).toBe("/sites/w-juniper/pages");
});

it("opens a new product of the site's store", async () => {
  const { user, field, router } = await openBox();
  await user.type(field, "add product{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites/w-juniper/products/col-shop/new"), patience);
});

it("hides and does not request what the role may not read", async () => {
  const asked = vi.fn<(path: string) => void>();
  server.use(
    http.get("*/websites/:websiteId/:list", ({ params }) => {
      asked(String(params["list"]));
      return undefined;
    }),
  );
  const { user, field } = await openBox("viewer");
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names).toContain("PagesWebsite");
  expect(
    names.filter((name) => /^(?:Orders|Settings|Customers|New page|Add product|New tax)/.test(name ?? "")),
  ).toEqual([]);
  await user.type(field, "ada");
  expect(await screen.findByText("No results for “ada”", {}, patience)).toBeVisible();
  expect(asked.mock.calls.flat()).toContain("pages");
  expect(asked.mock.calls.flat()).not.toContain("orders");
  expect(asked.mock.calls.flat()).not.toContain("customers");
  expect(asked.mock.calls.flat()).not.toContain("products");
});

it("debounces typing, and aborts outdated requests", async () => {
  const calls: { query: string | null; signal: AbortSignal }[] = [];
  server.use(
    http.get("*/orders", async ({ request }) => {
      const query = new URL(request.url).searchParams.get("query");
      if (query === null) return undefined;
      calls.push({ query, signal: request.signal });
      if (query === "10") await new Promise(() => undefined);
      return undefined;
    }),
  );
  const { user, field } = await openBox();
  await user.type(field, "10");
  await waitFor(() => expect(calls.map(({ query }) => query)).toEqual(["10"]), patience);
  expect(screen.getByText("Searching…")).toBeInTheDocument();
  await user.type(field, "42");
  expect(await option(/^Order #1042/)).toBeVisible();
  expect(calls.map(({ query }) => query)).toEqual(["10", "1042"]);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

it("shows what could not be searched, keeps other results, and retries", async () => {
  server.use(http.get("*/orders", () => HttpResponse.error()));
  const { user, field } = await openBox();
  await user.type(field, "ada");
  const message = await screen.findByText(/^Orders could not be searched/, {}, patience);
  expect(message).toHaveTextContent("Network error");
  expect(await option(/^Ada Byron/)).toBeVisible();
  server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/could not be searched/)).toBeNull(), patience);
});

it("does not open over a dialog, whose input would be lost", async () => {
  const { user } = await openBox();
  await user.keyboard("new page{Enter}");
  await screen.findByRole("dialog", { name: /new page/i }, patience);
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
});
