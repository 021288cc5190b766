import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const list = "/sites/w-juniper/collections/pg-3/items";

test("the list says where each item stands, and is narrowed by its filters", async () => {
  renderApp(list, "owner");
  const person = userEvent.setup();
  const table = await screen.findByRole("table", { name: "posts" }, { timeout: 5000 });
  for (const label of ["Scheduled", "Needs Review", "Draft", "Private", "Published"]) {
    expect(within(table).getByText(label, { selector: "span" })).toBeVisible();
  }
  await person.click(screen.getByRole("combobox", { name: "Category" }));
  await person.click(await screen.findByRole("option", { name: "Studio" }));
  await waitFor(() => expect(screen.queryByText("Eleven tiles")).toBeNull());
  expect(screen.getByText("Kiln opening")).toBeVisible();
});

test("the list stands in the order that somebody chooses", async () => {
  renderApp(list, "owner");
  const person = userEvent.setup();
  const titles = () => screen.getAllByRole("row").slice(1).map((row) => within(row).getAllByRole("link")[0]?.textContent);
  await screen.findByRole("table", { name: "posts" }, { timeout: 5000 });
  const usual = titles();
  const byTitle = [...usual].sort((one, other) => (one ?? "").localeCompare(other ?? ""));
  expect(usual).not.toEqual(byTitle);
  await person.click(screen.getByRole("combobox", { name: "Order" }));
  await person.click(await screen.findByRole("option", { name: "Title" }));
  await waitFor(() => expect(titles()).toEqual(byTitle));
});

test("an empty list says what can be done, and who may only look gets no button", async () => {
  backEnd.items = [];
  renderApp(list, "viewer");
  expect(await screen.findByText("No posts yet", undefined, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByRole("button", { name: "New post" })).toBeNull();
});

// spec: editor.message.tag-exists
test("a tag or category that an item bears already is refused", async () => {
  renderApp("/sites/w-juniper/items/it-0", "owner");
  const person = userEvent.setup();
  const tags = await screen.findByRole("combobox", { name: "Tags" }, { timeout: 5000 });
  await person.type(tags, "Clay{Enter}");
  expect(await screen.findByText("This tag already exists")).toBeVisible();
  await person.type(screen.getByRole("combobox", { name: "Categories" }), "workshop{Enter}");
  expect(await screen.findByText("This category already exists")).toBeVisible();
});

// spec: editor.message.tag-edit-one
test("one tag is edited at a time", async () => {
  renderApp("/sites/w-juniper/collections/pg-3/labels", "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Rename clay" }, { timeout: 5000 }));
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
