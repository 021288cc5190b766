import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const list = "/sites/w-juniper/collections/pg-3/items";

test("shows the status of each item, and filters the list", async () => {
  renderApp(list, "owner");
  const person = userEvent.setup();
  const table = await screen.findByRole("table", { name: "posts" }, { timeout: 15_000 });
  for (const label of ["Scheduled", "Needs Review", "Draft", "Private", "Published"]) {
    expect(within(table).getByText(label, { selector: "span" })).toBeVisible();
  }
  await person.click(screen.getByRole("combobox", { name: "Category" }));
  await person.click(await screen.findByRole("option", { name: "Studio" }));
  await waitFor(() => expect(screen.queryByText("Eleven tiles")).toBeNull());
  expect(screen.getByText("Kiln opening")).toBeVisible();
});

test("sorts the list", async () => {
  renderApp(list, "owner");
  const person = userEvent.setup();
  const titles = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("link")[0]?.textContent);
  await screen.findByRole("table", { name: "posts" }, { timeout: 15_000 });
  const usual = titles();
  const byTitle = [...usual].sort((one, other) => (one ?? "").localeCompare(other ?? ""));
  expect(usual).not.toEqual(byTitle);
  await person.click(screen.getByRole("combobox", { name: "Order" }));
  await person.click(await screen.findByRole("option", { name: "Title" }));
  await waitFor(() => expect(titles()).toEqual(byTitle));
});

test("shows the empty state, without a button for viewers", async () => {
  backEnd.items = [];
  renderApp(list, "viewer");
  expect(await screen.findByText("No posts yet", undefined, { timeout: 15_000 })).toBeVisible();
  expect(screen.queryByRole("button", { name: "New post" })).toBeNull();
});

// spec: editor.message.tag-exists
test("rejects a duplicate tag or category", async () => {
  renderApp("/sites/w-juniper/items/it-0", "owner");
  const person = userEvent.setup();
  const tags = await screen.findByRole("combobox", { name: "Tags" }, { timeout: 15_000 });
  await person.type(tags, "Clay{Enter}");
  expect(await screen.findByText("This tag already exists")).toBeVisible();
  await person.type(screen.getByRole("combobox", { name: "Categories" }), "workshop{Enter}");
  expect(await screen.findByText("This category already exists")).toBeVisible();
});

// spec: editor.message.tag-edit-one
test("edits one tag at a time", async () => {
  renderApp("/sites/w-juniper/collections/pg-3/labels", "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Rename clay" }, { timeout: 15_000 }));
  await person.click(screen.getByRole("button", { name: "Rename glazes" }));
  expect(screen.getByText("You may only edit one tag at a time")).toBeVisible();
  await person.clear(screen.getByRole("textbox", { name: "New name" }));
  await person.type(screen.getByRole("textbox", { name: "New name" }), "Stoneware{Enter}");
  expect(await screen.findByText("Stoneware")).toBeVisible();
  expect(backEnd.items[0]?.tags).toEqual(["Stoneware", "glazes"]);
  await person.click(screen.getByRole("button", { name: "Rename Studio" }));
  await person.click(screen.getByRole("button", { name: "Rename Workshop" }));
  expect(screen.getByText("You may only edit one category at a time")).toBeVisible();
});

/** Opens a portfolio in manual order, and records requests that change the order. */
function openWorks(
  answer: () => HttpResponse<never> | HttpResponse<object> = () => new HttpResponse(null, { status: 204 }),
) {
  Object.assign(backEnd.pages.find(({ id }) => id === "pg-3") ?? {}, { collectionType: "portfolio" });
  const sent: { items: string[]; seen: string | null }[] = [];
  server.use(
    http.put("*/collections/pg-3/item-order", async ({ request }) => {
      const { items } = (await request.json()) as { items: string[] };
      sent.push({ items, seen: request.headers.get("If-Match") });
      return answer();
    }),
  );
  renderApp(list, "owner");
  return { sent, person: userEvent.setup() };
}

test("reorders items with the buttons of a row", async () => {
  const { sent, person } = openWorks();
  const works = await screen.findByRole("list", { name: "Projects in order" }, { timeout: 15_000 });
  expect(within(works).getAllByRole("link")[0]).toHaveTextContent("Eleven tiles");
  await person.click(within(works).getByRole("button", { name: "Move Salt to the top" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ items: ["it-2", "it-0", "it-1", "it-3", "it-4"], seen: '"it-0.it-1.it-2.it-3.it-4"' });
  expect(await screen.findByText("Salt is now at position 1.")).toBeInTheDocument();
});

test("does not overwrite an order changed by another user", async () => {
  const stale = problem(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
  const { person } = openWorks(() =>
    HttpResponse.json(stale, { status: 412, headers: { "Content-Type": "application/problem+json" } }),
  );
  await person.click(await screen.findByRole("button", { name: "Move Salt up" }, { timeout: 15_000 }));
  expect(await screen.findByText(/Someone else has just changed the order/)).toBeVisible();
  const works = screen.getByRole("list", { name: "Projects in order" });
  expect(
    within(works)
      .getAllByRole("link")
      .map((link) => link.textContent)[2],
  ).toBe("Salt");
});
