import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EditorView } from "@codemirror/view";
import { beforeAll, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const base = "/sites/w-juniper/templates";

// The whole screen with a code editor is slow in jsdom.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  // jsdom has no layout; the editor measures its text.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

async function openFile(path: string, who: "owner" | "viewer" = "owner") {
  const user = userEvent.setup();
  const app = renderApp(`${base}/${encodeURIComponent(path)}`, who);
  const text = await screen.findByRole("textbox", { name: `Text of ${path}` }, patience);
  const editor = EditorView.findFromDOM(text)!;
  const write = (words: string) =>
    act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: words } }));
  return { user, editor, write, ...app };
}

it("saves a draft by keyboard and publishes it after reviewing the changes", async () => {
  const { user, write, editor } = await openFile("page.item");
  write("<main>New {body}</main>");
  expect(await screen.findByText("Not saved")).toBeVisible();
  act(() => editor.contentDOM.focus());
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(backEnd.templateFiles["page.item"]!.draft).toBe("<main>New {body}</main>"), patience);
  const publish = screen.getByRole("button", { name: "Publish…" });
  await waitFor(() => expect(publish).toBeEnabled(), patience);
  await user.click(publish);
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("page.item")).toBeVisible();
  const confirm = within(dialog).getByRole("button", { name: "Publish" });
  await waitFor(() => expect(confirm).toBeEnabled(), patience);
  await user.click(confirm);
  expect(await screen.findByText(/Published\. Visitors/, {}, patience)).toBeVisible();
  expect(backEnd.templateFiles["page.item"]!.published).toBe("<main>New {body}</main>");
});

it("shows an error with its position and prevents publishing", async () => {
  const { user, write } = await openFile("page.item");
  write("<main>\n  {title|nope}\n</main>");
  const problems = screen.getByRole("region", { name: "Problems" });
  expect(await within(problems).findByText("Line 2, column 9", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  const publish = screen.getByRole("button", { name: "Publish…" });
  await waitFor(() => expect(publish).toBeEnabled(), patience);
  await user.click(publish);
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("page.item · Line 2, column 9", {}, patience)).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "Publish" })).toBeDisabled();
});

it("lets the user choose on a conflict", async () => {
  const { user, write, editor } = await openFile("page.item");
  backEnd.templateFiles["page.item"] = { ...backEnd.templateFiles["page.item"]!, draft: "theirs", revision: 7 };
  write("mine");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText(/Someone else has saved this file/, {}, patience)).toBeVisible();
  expect(backEnd.templateFiles["page.item"]!.draft).toBe("theirs");
  await user.click(screen.getByRole("button", { name: "Use theirs" }));
  await waitFor(() => expect(editor.state.doc.toString()).toBe("theirs"), patience);
});

it("asks before unsaved changes are lost", async () => {
  const { user, write } = await openFile("page.item");
  write("mine");
  await user.click(screen.getByRole("link", { name: /site\.region/ }));
  expect(await screen.findByText("Leave without saving?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stay" }));
  expect(await screen.findByRole("textbox", { name: "Text of page.item" }, patience)).toHaveTextContent("mine");
});

it("creates a partial and rejects a duplicate name", async () => {
  const { user } = await openFile("page.item");
  await user.click(screen.getByRole("button", { name: "New partial" }));
  const name = await screen.findByLabelText("Name");
  await user.type(name, "header");
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("There is already a file with this name.")).toBeVisible();
  await user.clear(name);
  await user.type(name, "sunday");
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByRole("textbox", { name: "Text of sunday.block" }, patience)).toBeVisible();
});

it("is not available to viewers", async () => {
  renderApp(base, "viewer");
  expect(await screen.findByText("No access", {}, patience)).toBeVisible();
});
