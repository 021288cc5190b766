import { act, fireEvent, render, screen } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import RichTextEditor from "./rich-text-editor";

const tree = (...texts: string[]) => ({
  type: "doc",
  content: texts.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
});

function editorOf(element: HTMLElement): Editor {
  return (element as HTMLElement & { editor: Editor }).editor;
}

it("keeps the caret position during remote changes", () => {
  const told: unknown[] = [];
  const shown = (...texts: string[]) => (
    <RichTextEditor as="tree" label="Text" value={tree(...texts)} onChange={(value) => told.push(value)} />
  );
  const { rerender } = render(shown("clay pots"));
  const editor = editorOf(screen.getByRole("textbox", { name: "Text" }));
  // After "clay": the paragraph node itself counts as one position.
  act(() => void editor.commands.setTextSelection(5));
  rerender(shown("A new beginning", "clay pots"));
  expect(told).toEqual([]);
  act(() => void editor.commands.insertContent("ey"));
  expect(editor.getText({ blockSeparator: "\n" })).toBe("A new beginning\nclayey pots");
  rerender(shown("A new beginning", "clayey pots, fired"));
  expect(editor.state.selection.from).toBe(17 + 1 + "clayey".length);
  rerender(shown("clayey pots, fired"));
  act(() => void editor.commands.insertContent("!"));
  expect(editor.getText()).toBe("clayey! pots, fired");
});

it("is marked invalid, and described by its error", () => {
  const shown = (props: { error?: string; help?: string }) => (
    <RichTextEditor as="tree" label="Text" value={tree("clay")} onChange={() => undefined} {...props} />
  );
  const { rerender } = render(shown({}));
  const field = screen.getByRole("textbox", { name: "Text" });
  expect(field).toBeValid();
  expect(field).not.toHaveAttribute("aria-describedby");
  rerender(shown({ help: "Of the day.", error: "Text is needed." }));
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Text is needed.");
  rerender(shown({ help: "Of the day." }));
  expect(field).toBeValid();
  expect(field).toHaveAccessibleDescription("Of the day.");
});

it("edits a link from a caret behind it, and keeps its text", async () => {
  const user = userEvent.setup();
  const told: string[] = [];
  render(
    <RichTextEditor
      as="html"
      label="Text"
      value={'<p>See <a href="/shop">our shop</a></p>'}
      onChange={(value) => told.push(value)}
    />,
  );
  const editor = editorOf(screen.getByRole("textbox", { name: "Text" }));
  act(() => void editor.commands.focus("end"));
  await user.click(screen.getByRole("button", { name: "Link" }));
  const address = screen.getByRole("combobox", { name: "Address" });
  expect(address).toHaveValue("/shop");
  await user.clear(address);
  expect(screen.getByRole("button", { name: "Remove link" })).toBeEnabled();
  await user.type(address, "/about");
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(told.at(-1)).toMatch(/^<p>See <a[^>]* href="\/about"[^>]*>our shop<\/a><\/p>$/);
});

it("does not offer to remove a missing link", async () => {
  const user = userEvent.setup();
  render(<RichTextEditor as="html" label="Text" value="<p>See our shop</p>" onChange={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Link" }));
  expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
});

it("creates a link by shortcut, without opening the command box", async () => {
  render(<RichTextEditor as="html" label="Text" value="<p>clay</p>" onChange={() => undefined} />);
  const isLeft = fireEvent.keyDown(screen.getByRole("textbox", { name: "Text" }), {
    key: "k",
    code: "KeyK",
    ctrlKey: true,
  });
  expect(isLeft).toBe(false);
  expect(await screen.findByRole("dialog", { name: "Link" })).toBeVisible();
});
