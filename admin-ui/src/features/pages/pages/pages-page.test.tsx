import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { sessionStarted } from "@/shared/session/session-slice";
import { sessionFor } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

async function open(who: "owner" | "viewer" = "owner") {
  renderApp("/sites/w-juniper/pages", who);
  const tree = await screen.findByRole("list", { name: "Main navigation" }, { timeout: 15_000 });
  return { tree, person: userEvent.setup() };
}

test("moves pages by keyboard and saves immediately", async () => {
  const { tree, person } = await open();
  const rows = within(tree).getAllByRole("button", { name: /^Actions for / });
  const second = rows[1];
  if (second === undefined) throw new Error("there is one row alone");
  second.focus();
  const title = (second.getAttribute("aria-label") ?? "").replace("Actions for ", "");
  await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await waitFor(() => expect(backEnd.layout.revision).toBe(4));
  const first = within(screen.getByRole("list", { name: "Main navigation" })).getAllByRole("listitem")[0];
  expect(first).toHaveTextContent(title);
});

test("applies a second move before the first is saved, and keeps the focus", async () => {
  const [main, ...rest] = backEnd.layout.layout;
  const third = { collectionId: backEnd.pages[2]!.id, children: [] };
  backEnd.layout = { ...backEnd.layout, layout: [{ ...main!, links: [...main!.links, third] }, ...rest] };
  // Longer than the user needs for the second move.
  server.use(http.post("*/api/widget/UpdateNavigation", async () => void (await delay(500))));
  const { tree, person } = await open();
  const [first = "", ...others] = titlesIn(tree);
  screen.getByRole("button", { name: `Actions for ${first}` }).focus();
  await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
  screen.getByRole("button", { name: `Actions for ${first}` }).focus();
  await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(backEnd.layout.revision).toBe(5), { timeout: 5000 });
  expect(await screen.findByText("Navigation saved.")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
  const shown = titlesIn(screen.getByRole("list", { name: "Main navigation" }));
  expect(shown.indexOf(first)).toBe(2);
  expect(shown.filter((title) => title !== first)).toEqual(others);
  await waitFor(() => expect(screen.getByRole("button", { name: `Actions for ${first}` })).toHaveFocus());
});

const titlesIn = (tree: HTMLElement) =>
  within(tree)
    .getAllByRole("button", { name: /^Actions for / })
    .map((button) => (button.getAttribute("aria-label") ?? "").replace("Actions for ", ""));

/** Drags a page after another one; rows have no height in jsdom, so every drop is on the lower half. */
function drag(title: string, target: string): void {
  const row = (of: string) =>
    screen.getByRole("button", { name: `Actions for ${of}` }).closest("[draggable]") as HTMLElement;
  const kept = new Map<string, string>();
  const dataTransfer = {
    setData: (kind: string, text: string) => void kept.set(kind, text),
    getData: (kind: string) => kept.get(kind) ?? "",
    get types() {
      return [...kept.keys()];
    },
  };
  fireEvent.dragStart(row(title), { dataTransfer });
  fireEvent.dragOver(row(target), { dataTransfer });
  fireEvent.drop(row(target), { dataTransfer });
}

test("moves pages by dragging, also after a remote change of the site", async () => {
  const { tree } = await open();
  const [first = "", second = ""] = titlesIn(tree);
  backEnd.layout = { ...backEnd.layout, revision: 9 };
  drag(first, second);
  await waitFor(() => expect(backEnd.layout.revision).toBe(10));
  await waitFor(() =>
    expect(titlesIn(screen.getByRole("list", { name: "Main navigation" })).slice(0, 2)).toEqual([second, first]),
  );
});

test("reloads the navigation after a remote change, and stays editable", async () => {
  const { tree, person } = await open();
  const [first = "", second = ""] = titlesIn(tree);
  const [main, ...others] = backEnd.layout.layout;
  backEnd.layout = {
    ...backEnd.layout,
    revision: 9,
    layout: [{ ...main!, links: [...main!.links].reverse() }, ...others],
  };
  drag(first, second);
  expect(await screen.findByRole("alert")).toHaveTextContent("The current navigation is shown");
  const shown = () => titlesIn(screen.getByRole("list", { name: "Main navigation" }));
  await waitFor(() => expect(shown().at(-1)).toBe(first));
  screen.getByRole("button", { name: `Actions for ${first}` }).focus();
  await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await waitFor(() => expect(backEnd.layout.revision).toBe(10));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("viewers see the tree without controls", async () => {
  await open("viewer");
  expect(screen.queryByRole("button", { name: "New page" })).toBeNull();
  expect(screen.getByText("View only")).toBeVisible();
});

// spec: enum.content-status
test("shows the status of each page", async () => {
  const statuses = [
    ["scheduled", "Scheduled"],
    ["needs-review", "Needs Review"],
    ["draft", "Draft"],
    ["private", "Private"],
  ] as const;
  statuses.forEach(([status], index) => Object.assign(backEnd.pages[index] ?? {}, { status }));
  const titles = backEnd.pages.slice(0, statuses.length).map(({ title }) => title);
  await open();
  statuses.forEach(([, label], index) => {
    const row = screen.getByRole("button", { name: `Actions for ${titles[index]}` }).closest("li");
    expect(within(row as HTMLElement).getAllByText(label)[0]).toBeVisible();
  });
});

test("shows why scheduled publication failed, in the list and in the settings", async () => {
  Object.assign(backEnd.pages[1] ?? {}, {
    publishFailure: { failedOn: Date.UTC(2026, 6, 20, 9), messages: ["Text cannot be blank."] },
  });
  await open();
  const row = screen
    .getByRole("button", { name: `Actions for ${backEnd.pages[1]?.title}` })
    .closest("li") as HTMLElement;
  expect(within(row).getByText("Not published")).toBeVisible();
  expect(within(row).getByText(/Not published on .* Text cannot be blank\./)).toBeVisible();
  cleanup();
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(
    await screen.findByText(/Text cannot be blank\. Fix it in the editor/, undefined, { timeout: 15_000 }),
  ).toBeVisible();
});

test("the URL of a page opens its settings", async () => {
  renderApp("/sites/w-juniper/pages/pg-1", "owner");
  expect(await screen.findByLabelText("Who can open it", undefined, { timeout: 15_000 })).toBeVisible();
});

test("shows addresses with the letters of their titles", async () => {
  Object.assign(backEnd.pages[1] ?? {}, { title: "春", urlId: "春-2", fullUrl: "/春-2" });
  await open();
  expect(screen.getByText("/春-2")).toBeVisible();
  cleanup();
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByLabelText("Address", undefined, { timeout: 15_000 })).toHaveValue("春-2");
  const preview = within(screen.getByRole("figure", { name: "Preview of a search result" }));
  expect(preview.getByText(/^https?:\/\/[^/]+\/春-2$/)).toBeVisible();
});

test("points out a page whose address the site uses itself", async () => {
  Object.assign(backEnd.pages[2] ?? {}, { urlId: "wishlist", fullUrl: "/wishlist", hasReservedAddress: true });
  await open();
  const row = screen.getByText("/wishlist").closest("li") as HTMLElement;
  expect(within(row).getByText(/the site uses its address itself/)).toBeVisible();
  expect(screen.getAllByText(/the site uses its address itself/)).toHaveLength(1);
  cleanup();
  renderApp("/sites/w-juniper/pages/col-shop/settings", "owner");
  expect(await screen.findByText(/Give it another address/, undefined, { timeout: 15_000 })).toBeVisible();
});

// spec: content.member-only-label
test("marks members-only pages", async () => {
  Object.assign(backEnd.pages[1] ?? {}, { access: "members" });
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(
    await screen.findByText("This page available only site members", undefined, { timeout: 15_000 }),
  ).toBeVisible();
});

// spec: enum.collection-view-modes
test("sets the layout of a blog or store", async () => {
  const blog = backEnd.pages.find(({ kind }) => kind === "blog");
  if (blog === undefined) throw new Error("there is no blog");
  const sent: unknown[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.method === "PUT")
      void request
        .clone()
        .json()
        .then((body) => sent.push(body));
  });
  renderApp(`/sites/w-juniper/pages/${blog.id}/settings`, "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByLabelText("Layout of its items", undefined, { timeout: 15_000 }));
  const offered = (await screen.findAllByRole("option")).map((option) => option.textContent?.split(":")[0]);
  expect(offered).toEqual(["Theme default", "List", "Grid", "Product"]);
  await person.click(screen.getByRole("option", { name: /^Product/ }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ viewMode: "product" }));
});

test("closes comments on pages that can have them", async () => {
  const person = userEvent.setup();
  const { view } = renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  await person.click(await screen.findByLabelText("Visitors can comment", undefined, { timeout: 15_000 }));
  await waitFor(() => expect(backEnd.discussion.closed).toBe(true));
  view.unmount();
  backEnd.discussion.placed = false;
  renderApp("/sites/w-juniper/pages/pg-1/settings", "owner");
  expect(await screen.findByLabelText("Who can open it", undefined, { timeout: 15_000 })).toBeVisible();
  expect(screen.queryByText("Visitors can comment")).toBeNull();
});

test("deletes a blog with its items, after a warning", async () => {
  const blog = backEnd.pages.find(({ kind }) => kind === "blog");
  Object.assign(blog ?? {}, { itemCount: 12 });
  const gone: string[] = [];
  server.use(
    http.delete(
      "*/api/v1/websites/:website/pages/:page",
      ({ params }) => (gone.push(String(params["page"])), new HttpResponse(null, { status: 204 })),
    ),
  );
  const { person } = await open();
  await person.click(screen.getByRole("button", { name: `Actions for ${blog?.title}` }));
  await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = await screen.findByRole("dialog", { name: `Delete “${blog?.title}”?` });
  expect(within(question).getByText(/It and all 12 posts in it stay in the trash/)).toBeVisible();
  await person.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Moved to the trash")).toBeVisible();
  expect(gone).toEqual([blog?.id]);
});

test("searches pages by title or URL", async () => {
  const { person } = await open();
  await person.type(screen.getByRole("searchbox", { name: "Search pages" }), "abo");
  const found = await screen.findByRole("list", { name: "Found pages" });
  await waitFor(() => expect(within(found).getAllByRole("listitem")).toHaveLength(1));
  expect(within(found).getByRole("button", { name: "Actions for About" })).toBeVisible();
  await person.clear(screen.getByRole("searchbox", { name: "Search pages" }));
  await person.type(screen.getByRole("searchbox", { name: "Search pages" }), "nowhere");
  expect(await screen.findByText("No pages found")).toBeVisible();
  await person.clear(screen.getByRole("searchbox", { name: "Search pages" }));
  expect(await screen.findByRole("list", { name: "Main navigation" })).toBeVisible();
});

test("lists all pages without permission to read the navigation", async () => {
  server.use(http.get("*/api/commondata/GetSiteLayout", () => new HttpResponse(null, { status: 403 })));
  const { store } = renderApp("/sites/w-juniper/pages", "viewer");
  const session = sessionFor("viewer", "http://stoa.test");
  const websites = session.websites.map((website) => ({ ...website, permissions: { content: ["read" as const] } }));
  act(() => void store.dispatch(sessionStarted({ ...session, websites })));
  const list = await screen.findByRole("list", { name: "All pages" }, { timeout: 15_000 });
  expect(within(list).getAllByRole("listitem")).toHaveLength(backEnd.pages.length);
  await userEvent.type(screen.getByLabelText("Search pages"), "nothing like it");
  expect(await screen.findByText("No pages found")).toBeInTheDocument();
});
