import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { blockKinds } from "@/testing/block-kinds";
import { renderApp } from "@/testing/render-app";
import { blocksOf } from "@/shared/page-document/document";
import { selected } from "../../slice";
import type { FrameMessage, PressedText } from "./frame/messages";

const patience = { timeout: 10_000 };
/** Requests still pending when a test ends would arrive in the page of the next one. */
let saved = () => Promise.resolve();
afterEach(() => saved());

const items = [
  { title: "Is it safe?", html: "<p>Yes.</p>" },
  { title: "Do you ship?", html: "<p>To Europe.</p>" },
];
const box = { x: 10, y: 20, width: 300, height: 100 };

/** Opens a page with one block, as the frame shows it. */
async function openWith(kind: string, settings: Record<string, unknown>) {
  const section = { tone: "default", width: "normal", padding: "medium" } as const;
  const block = { id: "b1", kind, settings };
  const document = {
    version: 1,
    sections: [{ id: "s", settings: section, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of the page", {}, patience);
  const kindName = blockKinds.find((one) => one.kind === kind)!.name;
  // The block kinds are loaded once the outline shows the kind's name.
  await screen.findAllByText(kindName, {}, patience);
  const hear = (data: FrameMessage) =>
    act(
      () =>
        void window.dispatchEvent(new MessageEvent("message", { data, origin: "null", source: frame.contentWindow })),
    );
  hear({
    type: "layout",
    layout: { rightToLeft: false, sections: [], columns: [], blocks: [{ id: "b1", ...box }], areas: [] },
  });
  const press = (...texts: Omit<PressedText, "box">[]) =>
    hear({
      type: "pointer",
      pointer: {
        phase: "double",
        x: 0,
        y: 0,
        blockId: "b1",
        sectionId: "s",
        areaId: null,
        touch: false,
        texts: texts.map((text) => ({ ...text, box })),
      },
    });
  const settingsNow = () => blocksOf(store.getState().editor.open!.draft.document)[0]?.settings;
  saved = () => waitFor(() => expect(store.getState().editor.open?.unsaved ?? false).toBe(false), patience);
  const selectBlock = () => act(() => void store.dispatch(selected("pg-0", { type: "block", id: "b1" })));
  return { user, press, settingsNow, selectBlock };
}

it("edits the text of an entry after a double click", async () => {
  const { user, press, settingsNow } = await openWith("accordion", { title: "Questions", items });
  press({ text: "Doyouship?", nth: 0, of: 1 });
  const dialog = within(await screen.findByRole("dialog", { name: "Text of Accordion: Entry 2, Title" }, patience));
  const field = dialog.getByRole("textbox", { name: /Title/ });
  expect(field).toHaveFocus();
  await user.type(field, "!");
  expect(settingsNow()).toEqual({ title: "Questions", items: [items[0], { ...items[1], title: "Do you ship?!" }] });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("group", { name: "Canvas" })).toHaveFocus();
});

it("shows that an emptied title is required, and keeps the input", async () => {
  const { user, press, settingsNow } = await openWith("accordion", { title: "Questions", items });
  press({ text: "Doyouship?", nth: 0, of: 1 });
  const dialog = within(await screen.findByRole("dialog", { name: "Text of Accordion: Entry 2, Title" }, patience));
  const field = dialog.getByRole("textbox", { name: /Title/ });
  await user.clear(field);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Title is needed.");
  expect(settingsNow()).toMatchObject({ items: [items[0], { title: "" }] });
  await user.type(field, "When?");
  expect(field).toBeValid();
});

it("opens the block's longest text by keyboard, and moves to the others", async () => {
  const { user, selectBlock } = await openWith("accordion", { title: "Questions", items });
  selectBlock();
  act(() => screen.getByRole("group", { name: "Canvas" }).focus());
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Text of Accordion: Heading" }, patience);
  expect(within(dialog).getByRole("textbox", { name: "Heading" })).toHaveFocus();
  expect(within(dialog).getByRole("status")).toHaveTextContent("Text 1 of 5: Heading");
  await user.click(within(dialog).getByRole("button", { name: "Next text" }));
  expect(dialog).toHaveAccessibleName("Text of Accordion: Entry 1, Title");
  expect(within(dialog).getByRole("textbox", { name: /Title/ })).toHaveValue("Is it safe?");
  await user.click(within(dialog).getByRole("button", { name: "Previous text" }));
  await user.click(within(dialog).getByRole("button", { name: "Previous text" }));
  expect(within(dialog).getByRole("status")).toHaveTextContent("Text 5 of 5: Entry 2, Text");
});

it("opens the block's text if no text was clicked, without navigation for a single text", async () => {
  const { user, press } = await openWith("button", { label: "Shop", url: "/shop" });
  press({ text: "Elsewhere", nth: 0, of: 1 });
  const dialog = await screen.findByRole("dialog", { name: "Text of Button" }, patience);
  expect(within(dialog).queryByRole("button", { name: "Next text" })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
});

it("opens nothing for a block without text", async () => {
  const { press } = await openWith("line", {});
  press();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
