import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";
import { blocksOf } from "@/shared/page-document/document";
import { clearClipping } from "../clipboard/page-clipboard";
import { selected } from "../slice";

const patience = { timeout: 10_000 };
/** Requests still pending when a test ends would arrive in the page of the next one. */
let saved = () => Promise.resolve();

afterEach(async () => {
  await saved();
  clearClipping();
});

const settings = { tone: "default", width: "normal", padding: "medium" } as const;
const text = (id: string) => ({ id, kind: "text", settings: { html: id } });

/** Opens a page with these blocks in one column, the first of them selected. */
async function openWith(...ids: string[]) {
  const document = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: ids.map(text) }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  const choose = (id: string) => act(() => void store.dispatch(selected("pg-0", { type: "block", id })));
  choose(ids[0] ?? "");
  const textsOf = (page: { document: Parameters<typeof blocksOf>[0] }) =>
    blocksOf(page.document).map(({ settings }) => settings["html"]);
  const texts = () => textsOf(store.getState().editor.open!.draft);
  saved = () =>
    waitFor(() => expect(textsOf(backEnd.pages.find(({ id }) => id === "pg-0")!)).toEqual(texts()), patience);
  const actions = within(await screen.findByRole("group", { name: "Actions on the block" }, patience));
  const command = async (name: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await write(user, await screen.findByRole("combobox", { name: "Search" }, patience), name);
    await user.click(await screen.findByRole("option", { name: new RegExp(name), selected: true }, patience));
  };
  return { user, texts, choose, actions, command };
}

/** A clipboard event with the given text. */
function clipboardEvent(type: "copy" | "cut" | "paste", held = "") {
  let there = held;
  const event = createEvent(type, document.body, { bubbles: true, cancelable: true });
  const clipboardData = { getData: () => there, setData: (_: string, text: string) => (there = text) };
  Object.defineProperty(event, "clipboardData", { value: clipboardData });
  act(() => void fireEvent(document.body, event));
  return { text: there, isTaken: event.defaultPrevented };
}

it("updates block texts in the outline debounced, and the structure immediately", async () => {
  const button = (id: string) => ({ id, kind: "button", settings: { label: `Label ${id}`, url: "/" } });
  const document = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: ["a", "b"].map(button) }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  const outline = within(await screen.findByRole("navigation", { name: "Outline of the page" }, patience));
  const lines = () => outline.getAllByRole("button", { name: /^Button Label/ }).map(({ textContent }) => textContent);
  await user.click(await outline.findByRole("button", { name: "Button Label a" }, patience));
  const field = await screen.findByRole("textbox", { name: "Label" }, patience);
  await user.clear(field);
  await user.type(field, "Label of now");
  await user.click(screen.getByRole("button", { name: "Move block down" }));
  expect(lines()[0]).toBe("ButtonLabel b");
  await waitFor(() => expect(lines()).toEqual(["ButtonLabel b", "ButtonLabel of now"]), patience);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(lines()).toEqual(["ButtonLabel of now", "ButtonLabel b"]);
});

it("moves a row by button and key into the next section, and undoes it", async () => {
  const row = (id: string) => ({ id, columns: [{ span: 12, blocks: [text(`in ${id}`)] }] });
  const sections = [
    { id: "s1", settings, rows: [row("r1"), row("r2")] },
    { id: "s2", settings, rows: [row("r3")] },
  ];
  backEnd.pages = backEnd.pages.map((page) =>
    page.id === "pg-0" ? { ...page, document: { version: 1, sections } } : page,
  );
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  const rows = () =>
    store.getState().editor.open!.draft.document.sections.map((section) => section.rows.map(({ id }) => id).join(" "));
  act(() => void store.dispatch(selected("pg-0", { type: "section", id: "s1" })));
  await user.click(await screen.findByRole("button", { name: "Move row 1 down" }, patience));
  expect(rows()).toEqual(["r2 r1", "r3"]);
  expect(screen.getByText("Now row 2 of section 1.")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Move row 2 down" })).toHaveFocus());
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(rows()).toEqual(["r2", "r1 r3"]);
  expect(await screen.findByText("Now row 1 of section 2.")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Section 2" })).toBeVisible();
  await user.keyboard("{Control>}z{/Control}");
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(rows()).toEqual(["r1 r2", "r3"]));
  saved = () => waitFor(() => expect(store.getState().editor.open?.unsaved).toBe(false), patience);
});

it("names the section that undo restores", async () => {
  const rows = [{ id: "r", columns: [{ span: 12, blocks: [text("one")] }] }];
  const sections = [
    { id: "s1", settings: { ...settings, name: "Opening hours" }, rows },
    { id: "s2", settings, rows: [{ id: "r2", columns: [{ span: 12, blocks: [] }] }] },
  ];
  backEnd.pages = backEnd.pages.map((page) =>
    page.id === "pg-0" ? { ...page, document: { version: 1, sections } } : page,
  );
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  act(() => void store.dispatch(selected("pg-0", { type: "section", id: "s1" })));
  await user.click(await screen.findByRole("button", { name: "Remove section" }, patience));
  const undo = screen.getByRole("button", { name: "Undo" });
  await waitFor(() => expect(undo).toBeEnabled(), patience);
  await user.hover(undo);
  expect(
    await screen.findByRole("tooltip", { name: "Undo: Section “Opening hours” removed" }, patience),
  ).toBeInTheDocument();
  await user.unhover(undo);
  await waitFor(() => expect(undo).toHaveAccessibleName("Undo"), patience);
  act(() => undo.focus());
  expect(undo).toHaveAccessibleName("Undo: Section “Opening hours” removed");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: /^Redo/ })).toBeEnabled());
  act(() => screen.getByRole("button", { name: /^Redo/ }).focus());
  expect(screen.getByRole("button", { name: "Redo: Section “Opening hours” removed" })).toHaveFocus();
  saved = () => waitFor(() => expect(store.getState().editor.open?.unsaved).toBe(false), patience);
});

it("copies, cuts and pastes a block with browser shortcuts", async () => {
  const { texts, choose } = await openWith("one", "two");
  const copied = clipboardEvent("copy");
  expect(copied.isTaken).toBe(true);
  choose("two");
  clipboardEvent("paste", copied.text);
  expect(texts()).toEqual(["one", "two", "one"]);
  choose("two");
  const cut = clipboardEvent("cut");
  expect(texts()).toEqual(["one", "one"]);
  choose("one");
  clipboardEvent("paste", cut.text);
  expect(texts()).toEqual(["one", "two", "one"]);
  expect(clipboardEvent("paste", "words from elsewhere").isTaken).toBe(false);
});

it("copies and pastes a block by buttons", async () => {
  const { user, texts, actions } = await openWith("one", "two");
  await user.click(actions.getByRole("button", { name: "Copy block" }));
  expect(await screen.findByText(/The block is copied/, {}, patience)).toBeVisible();
  await user.click(actions.getByRole("button", { name: "Paste after block" }));
  await waitFor(() => expect(texts()).toEqual(["one", "one", "two"]), patience);
});

it("cuts a block by a button", async () => {
  const { user, texts, actions } = await openWith("one", "two");
  await user.click(actions.getByRole("button", { name: "Cut block" }));
  await waitFor(() => expect(texts()).toEqual(["two"]), patience);
  expect(await screen.findByText(/The block is cut/, {}, patience)).toBeVisible();
});

it("copies and pastes by commands, also if the browser refuses clipboard access", async () => {
  const { texts, command } = await openWith("one", "two");
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("refused"));
  await command("Paste a block or section");
  expect(await screen.findByText("No block or section has been copied yet.", {}, patience)).toBeVisible();
  await command("Copy the block");
  await command("Paste a block or section");
  await waitFor(() => expect(texts()).toEqual(["one", "one", "two"]), patience);
  await command("Cut the block");
  await waitFor(() => expect(texts()).toEqual(["one", "two"]), patience);
});

// spec: editor.limit.blocks-per-layout
it("reports the block limit at every way to add a block", async () => {
  const { user, texts, command, actions } = await openWith(...Array.from({ length: 60 }, (_, turn) => `b${turn}`));
  const said = async () => {
    const message = await screen.findByRole("alert", {}, patience);
    expect(message).toHaveTextContent("You have reached the limit of 60 blocks.");
    await user.click(within(message).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  };
  await command("Add Quote");
  await said();
  await user.click(actions.getByRole("button", { name: "Duplicate block" }));
  await said();
  act(() => screen.getByRole("group", { name: "Canvas" }).focus());
  await user.keyboard("{Control>}d{/Control}");
  await said();
  act(() => screen.getByRole("group", { name: "Canvas" }).focus());
  await user.keyboard("+");
  const dialog = within(await screen.findByRole("dialog", { name: "Add a block" }, patience));
  expect(dialog.getByText(/You have reached the limit of 60 blocks\./)).toBeVisible();
  expect((await dialog.findAllByRole("button", { name: /^Quote/ }))[0]).toBeDisabled();
  expect(texts()).toHaveLength(60);
});

it("has a menu with actions that do not fit on a phone", async () => {
  const { user, texts, actions } = await openWith("one");
  await user.click(actions.getByRole("button", { name: "Copy block" }));
  const more = screen.getByRole("button", { name: "More", hidden: true });
  await user.click(more);
  await user.click(await screen.findByRole("menuitem", { name: "Paste a block or section" }));
  await waitFor(() => expect(texts()).toEqual(["one", "one"]));
  await user.click(more);
  await user.click(await screen.findByRole("menuitem", { name: "Share a preview" }));
  expect(await screen.findByRole("dialog", { name: /preview/i }, patience)).toBeVisible();
});
