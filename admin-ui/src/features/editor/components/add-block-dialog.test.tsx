import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";
import { noteUsedKind, recentKinds } from "../recent-kinds";

const patience = { timeout: 10_000 };

/** Opens the block list on an empty page. */
async function openList() {
  backEnd.pages = backEnd.pages.map((page) =>
    page.id === "pg-0" ? { ...page, document: { version: 1, sections: [] } } : page,
  );
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add a block" }, patience));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a block" }, patience));
  await dialog.findByRole("heading", { name: "Basic" }, patience);
  const added = () =>
    store
      .getState()
      .editor.open?.draft.document.sections.flatMap(({ rows }) =>
        rows.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))),
      );
  const headings = () => dialog.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  return { user, dialog, added, headings, search: dialog.getByRole("searchbox", { name: "Search blocks" }) };
}

const offersOf = (list: HTMLElement) => within(list).getAllByRole("button");

it("shows groups in order, with recently used kinds on top", async () => {
  localStorage.setItem("stoa-recent-blocks-w-juniper", JSON.stringify(["quote", "no-such-kind", "text"]));
  const { dialog, headings } = await openList();
  expect(headings().slice(0, 5)).toEqual(["Recently used", "Basic", "Media", "Layout", "Shop"]);
  const recent = offersOf(dialog.getByRole("region", { name: "Recently used" }));
  expect(recent.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Quote/),
    expect.stringMatching(/^Text/),
  ]);
  expect(offersOf(dialog.getByRole("region", { name: "Basic" }))[0]).toHaveTextContent(/^Text/);
});

it("shows one group until a search, then all groups", async () => {
  const { user, dialog, headings, search } = await openList();
  await user.click(dialog.getByRole("button", { name: "Layout" }));
  expect(headings()).toEqual(["Layout"]);
  await write(user, search, "picture");
  expect(headings()).toEqual(expect.arrayContaining(["Basic", "Media"]));
  await user.clear(search);
  await write(user, search, "no such thing");
  expect(dialog.getByRole("status")).toHaveTextContent("No blocks found for “no such thing”.");
});

it("adds the best match on Enter, and remembers it", async () => {
  const { user, search, added } = await openList();
  await user.type(search, "video{Enter}");
  await waitFor(() => expect(added()).toEqual(["video"]), patience);
  expect(recentKinds("w-juniper")).toEqual(["video"]);
});

it("supports arrow-key navigation", async () => {
  const { user, dialog, search, added } = await openList();
  const [text, image] = offersOf(dialog.getByRole("region", { name: "Basic" }));
  search.focus();
  await user.keyboard("{ArrowDown}");
  expect(text).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(search).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  expect(image).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(added()).toEqual(["image"]), patience);
});

it("remembers the last six kinds per site without duplicates", () => {
  localStorage.setItem("stoa-recent-blocks-w-juniper", "{");
  expect(recentKinds("w-juniper")).toEqual([]);
  for (const kind of ["text", "image", "button", "quote", "map", "form", "text", "video"])
    noteUsedKind("w-juniper", kind);
  expect(recentKinds("w-juniper")).toEqual(["video", "text", "form", "map", "quote", "button"]);
  expect(recentKinds("w-kissaten")).toEqual([]);
});

it("focuses the search field when opened by a command", async () => {
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  const user = userEvent.setup();
  await screen.findByRole("group", { name: "Canvas" }, patience);
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: "Search" }, patience), "add a block{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Add a block" }, patience));
  await waitFor(() => expect(dialog.getByRole("searchbox", { name: "Search blocks" })).toHaveFocus());
});
