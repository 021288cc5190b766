import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";
import type { PageDocument } from "@/shared/page-document/document";
import { peopleChanged } from "../slice";

const patience = { timeout: 10_000 };
const settings = { tone: "default", width: "normal", padding: "medium" } as const;

/** Opens the home page with these blocks in one column, and a section below it. */
async function openWith(blocks: { id: string; kind: string; settings: Record<string, unknown> }[]) {
  const document: PageDocument = {
    version: 1,
    sections: [
      { id: "first", settings, rows: [{ id: "row", columns: [{ span: 12, blocks }] }] },
      { id: "second", settings, rows: [{ id: "other", columns: [{ span: 12, blocks: [] }] }] },
    ],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const user = userEvent.setup();
  const app = renderApp("/sites/w-juniper/pages/pg-0/edit");
  const outline = within(await screen.findByRole("navigation", { name: "Outline of the page" }, patience));
  return { user, outline, ...app };
}

const text = (id: string) => ({ id, kind: "text", settings: { html: id } });
const summary = (collection: string) => ({ id: "list", kind: "summary", settings: { collection } });

// spec: editor.label.locate-content
it("shows that the target of a block no longer exists", async () => {
  const { user, outline } = await openWith([summary("c-deleted")]);
  await user.click(await outline.findByText("Latest posts"));
  expect(await screen.findByText("Unable to locate content", {}, patience)).toBeVisible();
});

// spec: editor.label.load-collections
it("shows that targets could not be loaded", async () => {
  server.use(http.get("*/api/v1/websites/*/pages", () => HttpResponse.json({ status: 503 }, { status: 503 })));
  const { user, outline } = await openWith([summary("")]);
  await user.click(await outline.findByText("Latest posts"));
  expect(await screen.findByText("Unable to load collections", {}, patience)).toBeVisible();
});

// spec: editor.label.load-try-again, editor.label.network-error
it("shows that a page could not be loaded, and retries", async () => {
  server.use(http.get("*/pages/pg-0", () => HttpResponse.error()));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  expect(await screen.findByText("Unable to load. Try again.", {}, patience)).toBeVisible();
  expect(screen.getByText("Network error")).toBeVisible();
  server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Title", {}, patience)).toHaveValue("Home");
});

// spec: editor.limit.blocks-per-layout
it("does not add a block beyond the limit of sixty", async () => {
  const { user, outline } = await openWith(Array.from({ length: 60 }, (_, turn) => text(`b${turn}`)));
  expect(outline.getByText("You have reached the limit of 60 blocks.")).toBeVisible();
  expect(outline.queryByText("Add block")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Blocks" }));
  const panel = screen.getByRole("region", { name: "Blocks to add" });
  expect(within(panel).getByText("You have reached the limit of 60 blocks.")).toBeVisible();
  expect(within(panel).getByRole("button", { name: "Add Quote" })).toBeDisabled();
});

it("finds blocks by synonyms, and their presets", async () => {
  const { user, store } = await openWith([text("a")]);
  await user.click(screen.getByRole("tab", { name: "Blocks" }));
  const panel = within(screen.getByRole("region", { name: "Blocks to add" }));
  const found = () =>
    panel.getAllByRole("button", { name: /^Add / }).map((button) => button.getAttribute("aria-label"));
  await user.type(panel.getByLabelText("Search the blocks to add"), "faq");
  expect(found()).toEqual(["Add Accordion"]);
  await user.clear(panel.getByLabelText("Search the blocks to add"));
  await write(user, panel.getByLabelText("Search the blocks to add"), "poster");
  await user.click(panel.getByRole("button", { name: "Add Image: poster" }));
  const blocks = store
    .getState()
    .editor.open?.draft.document.sections.flatMap(({ rows }) =>
      rows.flatMap(({ columns }) => columns.flatMap((column) => column.blocks)),
    );
  expect(blocks?.find(({ kind }) => kind === "image")?.settings).toMatchObject({ layout: "poster" });
});

it("moves and removes sections in the outline by keyboard", async () => {
  const { user, outline, store } = await openWith([text("a")]);
  const ids = () => store.getState().editor.open?.draft.document.sections.map(({ id }) => id);
  act(() => outline.getByRole("button", { name: "Section 1" }).focus());
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(ids()).toEqual(["second", "first"]);
  expect(outline.getByRole("button", { name: "Pick up Section 2" })).toBeVisible();
  act(() => outline.getByRole("button", { name: "Section 1" }).focus());
  await user.keyboard("{Delete}");
  expect(ids()).toEqual(["first"]);
  await waitFor(
    () =>
      expect(backEnd.pages.find(({ id }) => id === "pg-0")?.document).toMatchObject({ sections: [{ id: "first" }] }),
    patience,
  );
});

it.each([
  [[{ client: "a", name: "Olive", isOwn: true }], "You have this page open in another tab or device"],
  [
    [
      { client: "a", name: "Olive", isOwn: true },
      { client: "b", name: "Bo", isOwn: false },
    ],
    "Bo is editing too",
  ],
  [
    [
      { client: "b", name: "Bo", isOwn: false },
      { client: "c", name: "Cy", isOwn: false },
      { client: "d", name: "Cy", isOwn: false },
    ],
    "Bo and 1 more are editing too",
  ],
])("distinguishes the user's other tabs from other people", async (people, words) => {
  const { store } = await openWith([]);
  act(() => void store.dispatch(peopleChanged("pg-0", people)));
  expect(screen.getByText(words)).toBeVisible();
});
