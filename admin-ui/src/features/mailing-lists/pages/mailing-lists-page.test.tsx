import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };
const base = "/sites/w-juniper/mailing-lists";

beforeEach(() => {
  backEnd.mailingLists = [
    { id: "mls-news", name: "News", formerNames: [], createdOn: 0 },
    { id: "mls-readers", name: "Readers", formerNames: [], createdOn: 0 },
  ];
  const person = { listId: "mls-readers", since: 1_767_225_600_000, language: null };
  backEnd.subscribers = [
    { ...person, email: "cleo@example.com", state: "subscribed", origin: "form" },
    { ...person, email: "ada@example.com", state: "subscribed", origin: "restock" },
    { ...person, email: "dora@example.com", state: "pending", origin: "form" },
  ];
});

it("lists mailing lists with their subscriber counts, and creates one", async () => {
  const user = userEvent.setup();
  renderApp(base);
  const table = await screen.findByRole("table", { name: "Mailing lists" }, patience);
  expect(within(table).getByRole("row", { name: /Readers/ })).toHaveTextContent(/12$/);
  await user.click(screen.getByRole("button", { name: "Add list" }));
  await user.type(within(screen.getByRole("dialog")).getByRole("textbox"), "Potters");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Create" }));
  expect(await screen.findByRole("heading", { name: "Potters" }, patience)).toBeVisible();
  expect(await screen.findByText("No subscribers yet", {}, patience)).toBeVisible();
});

it("explains the empty state, and shows load errors", async () => {
  const user = userEvent.setup();
  backEnd.mailingLists = [];
  server.use(http.get("*/mailing-lists/summaries", () => HttpResponse.json({}, { status: 503 }), { once: true }));
  renderApp(base);
  await user.click(await screen.findByRole("button", { name: "Try again" }, patience));
  expect(await screen.findByText("No mailing lists yet", {}, patience)).toBeVisible();
});

it("shows confirmed and pending subscribers, searches and removes them", async () => {
  const user = userEvent.setup();
  renderApp(`${base}/mls-readers`);
  const people = () => screen.findByRole("table", { name: "Subscribers" }, patience);
  expect(within(await people()).getByRole("row", { name: /ada@example\.com/ })).toHaveTextContent("Restock notice");
  await user.click(screen.getByRole("tab", { name: "Not confirmed (1)" }));
  expect(await screen.findByText("dora@example.com", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Subscribed (2)" }));
  await user.type(screen.getByRole("searchbox", { name: "Search e-mail address" }), "cleo");
  await waitFor(() => expect(screen.queryByText("ada@example.com")).toBeNull(), patience);
  await user.click(await screen.findByRole("button", { name: "Remove cleo@example.com" }, patience));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No subscribers found", {}, patience)).toBeVisible();
  expect(backEnd.subscribers.map(({ email }) => email)).toEqual(["ada@example.com", "dora@example.com"]);
});

it("exports a list, renames it, and shows why it cannot be deleted", async () => {
  const user = userEvent.setup();
  const opened = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign: opened });
  const reason = "A sign-up for news on “Home” adds subscribers to this list. Choose another list there first.";
  server.use(
    http.delete("*/mailing-lists/:listId", () =>
      HttpResponse.json(
        { code: "conflict", status: 409, title: "Conflict", detail: reason },
        { status: 409, headers: { "Content-Type": "application/problem+json" } },
      ),
    ),
  );
  renderApp(`${base}/mls-readers`);
  await user.click(await screen.findByRole("button", { name: "Export CSV" }, patience));
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringContaining("subscribers.csv")), patience);
  await user.click(screen.getByRole("button", { name: "Rename" }));
  const name = within(screen.getByRole("dialog")).getByRole("textbox");
  await user.clear(name);
  await user.type(name, "Friends");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rename" }));
  expect(await screen.findByRole("heading", { name: "Friends" }, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Delete the list/ }, patience));
  expect(dialog.getByText(/^2 people will be removed/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await dialog.findByText(reason, {}, patience)).toBeVisible();
});

it("does not offer to delete the store's list", async () => {
  renderApp(`${base}/mls-news`);
  expect(
    await screen.findByText(/Everyone who accepts marketing in your store is added to this list/, {}, patience),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});
