import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { blocksOf } from "@/shared/page-document/document";
import { selected } from "../../slice";

const patience = { timeout: 20_000 };
const settings = { tone: "default", width: "normal", padding: "medium" } as const;
let saved = () => Promise.resolve();

afterEach(() => saved());

/** Opens a page with one text block, which is selected, on a site in English and French. */
async function open(pageId: string) {
  const block = { id: "b1", kind: "text", settings: { html: "hours" } };
  const document = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === pageId ? { ...page, document } : page));
  const english = { code: "en-US", name: "English", isPrimary: true, enabled: true, custom: false };
  const french = { ...english, code: "fr", name: "Français", isPrimary: false, enabled: false };
  const drawn: (string | null)[] = [];
  server.use(
    http.get("*/api/multilingual/languages", () => HttpResponse.json({ languages: [french, english] })),
    http.post(`*/pages/${pageId}/preview`, ({ request }) => {
      drawn.push(new URL(request.url).searchParams.get("language"));
      return HttpResponse.json({ html: "<p>hours</p>", errors: [] });
    }),
  );
  const user = userEvent.setup();
  const { store } = renderApp(`/sites/w-juniper/pages/${pageId}/edit`);
  const outline = await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  act(() => void store.dispatch(selected(pageId, { type: "block", id: "b1" })));
  const languages = () => blocksOf(store.getState().editor.open!.draft.document).map((own) => own.languages ?? "all");
  saved = () => waitFor(() => expect(store.getState().editor.open?.unsaved ?? false).toBe(false), patience);
  return { user, store, drawn, outline: within(outline), languages };
}

// spec: multilingual.blocks.open
it("hides a block in a language, and replaces it there", async () => {
  const { user, outline, languages } = await open("pg-0");
  const fields = within(await screen.findByRole("region", { name: "Languages" }, patience));
  await user.click(fields.getByRole("combobox", { name: "Shown in" }));
  await user.click(await screen.findByRole("option", { name: "Not in these languages" }));
  expect(languages()).toEqual([{ except: ["fr"] }]);
  expect(await outline.findByTitle("Not in French")).toBeInTheDocument();
  await user.click(fields.getByRole("checkbox", { name: "Français" }));
  expect(languages()).toEqual(["all"]);
  await user.click(fields.getByRole("button", { name: "Replace in a language…" }));
  await user.click(await screen.findByRole("menuitem", { name: "Français" }));
  expect(languages()).toEqual([{ except: ["fr"] }, { only: ["fr"] }]);
  expect(await outline.findByTitle("Only in French")).toBeInTheDocument();
  // The copy is selected.
  const ofCopy = within(await screen.findByRole("region", { name: "Languages" }));
  await waitFor(() => expect(ofCopy.getByRole("checkbox", { name: "Français" })).toBeChecked());
  expect(ofCopy.queryByRole("button", { name: "Replace in a language…" })).toBeNull();
  // Edits become a step that can be undone after a pause.
  await waitFor(() => expect(screen.getByRole("button", { name: "Undo" })).toBeEnabled(), patience);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(languages()).toEqual(["all"]), patience);
});

it("shows the page in a language, where it cannot be changed, and leads to its translations", async () => {
  const { user, drawn } = await open("pg-1");
  await waitFor(() => expect(drawn).toEqual([null]), patience);
  await user.click(await screen.findByRole("button", { name: "Language of the preview" }, patience));
  await user.click(await screen.findByRole("menuitem", { name: "Français (draft)" }));
  await waitFor(() => expect(drawn.at(-1)).toBe("fr"), patience);
  expect(screen.queryByRole("button", { name: "Remove block" })).toBeNull();
  expect(screen.getByRole("link", { name: "Translate this block" })).toHaveAttribute(
    "href",
    "/sites/w-juniper/settings/translations/fr/page/pg-1?block=b1",
  );
  await user.click(screen.getByRole("button", { name: "Back to editing" }));
  expect(await screen.findByRole("button", { name: "Remove block" })).toBeVisible();
  await waitFor(() => expect(drawn.at(-1)).toBeNull(), patience);
});
