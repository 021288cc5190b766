import { act, screen, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import type { ImportOutcome, ResourceTranslation, TextChange, TranslatedText } from "../api";

const patience = { timeout: 15_000 };

afterEach(() => act(() => showLanguage("en")));

const screenPath = "/sites/w-juniper/settings/translations";

function text(part: Partial<TranslatedText> & Pick<TranslatedText, "key" | "label" | "original">): TranslatedText {
  return { format: "plain", digest: `d-${part.original}`, translation: null, outdated: false, ...part };
}

/** A site in German and French; translations of one page are stored in memory. */
function open(address: string, options: { who?: "owner" | "viewer"; languages?: boolean } = {}) {
  const { who = "owner", languages = true } = options;
  const german = { code: "de", name: "Deutsch", isPrimary: false, enabled: true, custom: false, untranslated: "show" };
  const french = { ...german, code: "fr", name: "Français", enabled: false };
  const state = {
    saved: [] as TextChange[],
    asked: [] as string[],
    imports: [] as string[],
    address: null as { above: string; original: string; word: string | null } | null,
    page: {
      kind: "page",
      id: "col-1",
      title: "About",
      texts: [
        text({ key: "title", label: "Title", original: "About" }),
        text({
          key: "description",
          label: "Description",
          original: "Bowls and mugs",
          format: "lines",
          translation: "Schalen",
          outdated: true,
          previousOriginal: "Bowls",
        }),
      ],
    } as ResourceTranslation,
  };
  const outcome = (dryRun: boolean): ImportOutcome => ({
    dryRun,
    added: 1,
    changed: 0,
    unchanged: 4,
    originalChanged: 1,
    unknown: 0,
    changes: [
      { kind: "page", id: "col-1", title: "About", key: "title", change: "added", before: null, after: "Über uns" },
    ],
  });
  server.use(
    http.get("*/api/multilingual/languages", () => {
      const primary = { ...german, code: "en-US", name: "English", isPrimary: true };
      return HttpResponse.json({ languages: languages ? [primary, german, french] : [primary] });
    }),
    http.get("*/translations/progress", () =>
      HttpResponse.json({
        kinds: [
          { kind: "page", resources: 2, complete: 1, hasMore: false, counts: { total: 5, missing: 1, outdated: 1 } },
          { kind: "product", resources: 0, complete: 0, hasMore: false, counts: { total: 0, missing: 0, outdated: 0 } },
        ],
      }),
    ),
    http.get("*/translations", ({ request }) => {
      const query = new URL(request.url).searchParams;
      state.asked.push(`${query.get("language")} ${query.get("kind")} ${query.get("state") ?? "all"}`);
      const about = { kind: "page", id: "col-1", title: "About", counts: { total: 3, missing: 1, outdated: 1 } };
      const resources = query.get("state") === "complete" ? [] : [about];
      return HttpResponse.json({ resources, hasNextPage: false, nextPageCursor: null });
    }),
    http.post("*/translations/import", ({ request }) => {
      const query = new URL(request.url).searchParams;
      state.imports.push(`${query.get("language")} ${query.get("format")} ${query.get("dryRun")}`);
      return HttpResponse.json(outcome(query.get("dryRun") === "true"));
    }),
    http.get("*/translations/:kind/:id/address", () => HttpResponse.json({ address: state.address })),
    http.put("*/translations/:kind/:id/address", async ({ request }) => {
      const { word } = (await request.json()) as { word: string | null };
      if (word === "shop") {
        const errors = { word: "This address is already in use in this language." };
        const body = problem(400, "validation-failed", "Some values are invalid.", { errors });
        return HttpResponse.json(body, { status: 400, headers: { "Content-Type": "application/problem+json" } });
      }
      if (state.address) state.address = { ...state.address, word };
      return HttpResponse.json({ address: state.address });
    }),
    http.get("*/translations/:kind/:id", () => HttpResponse.json(state.page)),
    http.put("*/translations/:kind/:id", async ({ request }) => {
      const { texts } = (await request.json()) as { texts: TextChange[] };
      state.saved.push(...texts);
      if (texts.some((change) => change.text === "too long")) {
        const errors = { "texts[0].text": "Enter a text of at most 50 kB." };
        const body = problem(400, "validation-failed", "Some values are invalid.", { errors });
        return HttpResponse.json(body, { status: 400, headers: { "Content-Type": "application/problem+json" } });
      }
      const known = new Map(texts.map((change) => [change.key, change.text ?? null]));
      state.page = {
        ...state.page,
        texts: state.page.texts.map((own) =>
          known.has(own.key) ? { ...own, translation: known.get(own.key) ?? null, outdated: false } : own,
        ),
      };
      return HttpResponse.json(state.page);
    }),
  );
  renderApp(address, who);
  return { state, person: userEvent.setup() };
}

test("lists what is missing in a language, by kind and state", async () => {
  const { state, person } = open(screenPath);
  expect(await screen.findByRole("link", { name: "About" }, patience)).toHaveAttribute(
    "href",
    `${screenPath}/de/page/col-1`,
  );
  expect(screen.getByText("1 of 3 missing, 1 outdated")).toBeVisible();
  expect(await screen.findByRole("button", { name: /Pages.*1 of 2 complete/ })).toHaveAttribute("aria-pressed", "true");
  // What the contributor may not see is not in the answer.
  expect(screen.queryByRole("button", { name: /Site title/ })).toBeNull();
  await person.click(screen.getByRole("button", { name: /Products/ }));
  await person.click(screen.getByRole("combobox", { name: "State" }));
  await person.click(await screen.findByRole("option", { name: "Complete" }));
  expect(await screen.findByText("Nothing in this state")).toBeVisible();
  expect(state.asked).toEqual(["de page all", "de product all", "de product complete"]);
});

test("a site with one language is told to add another", async () => {
  open(screenPath, { languages: false });
  expect(await screen.findByText("The site has one language", undefined, patience)).toBeVisible();
  expect(screen.getByRole("link", { name: "Add a language" })).toHaveAttribute(
    "href",
    "/sites/w-juniper/settings/languages",
  );
});

test("saves only what was translated, each with the digest of its original", async () => {
  const { state, person } = open(`${screenPath}/de/page/col-1`);
  const title = await screen.findByRole("region", { name: "Title" }, patience);
  expect(within(title).getByRole("textbox", { name: "Original" })).toHaveValue("About");
  await person.type(within(title).getByRole("textbox", { name: "Translation" }), "Über uns");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await within(title).findByDisplayValue("Über uns")).toBeVisible();
  expect(state.saved).toEqual([{ key: "title", digest: "d-About", text: "Über uns" }]);
});

test("marks an outdated translation as up to date", async () => {
  const { state, person } = open(`${screenPath}/de/page/col-1`);
  const description = await screen.findByRole("region", { name: "Description" }, patience);
  expect(within(description).getByText("Outdated")).toBeVisible();
  expect(within(description).getByText("Before: Bowls")).toBeVisible();
  await person.click(within(description).getByRole("button", { name: "Mark as up to date: Description" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByDisplayValue("Schalen")).toBeVisible();
  expect(state.saved).toEqual([{ key: "description", digest: "d-Bowls and mugs", text: "Schalen" }]);
});

test("shows the error of a text at its field", async () => {
  const { person } = open(`${screenPath}/de/page/col-1`);
  const description = await screen.findByRole("region", { name: "Description" }, patience);
  const field = within(description).getByRole("textbox", { name: "Translation" });
  await person.clear(field);
  await person.type(field, "too long");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await within(description).findByText("Enter a text of at most 50 kB.")).toBeVisible();
});

test("says in the language of the admin what someone else has saved", async () => {
  await act(() => showLanguage("de"));
  const { person } = open(`${screenPath}/de/page/col-1`);
  const stale = problem(412, "revision-stale", "Someone has saved a newer version.");
  const headers = { "Content-Type": "application/problem+json" };
  server.use(http.put("*/translations/:kind/:id", () => HttpResponse.json(stale, { status: 412, headers })));
  const [field] = await screen.findAllByRole("textbox", { name: "Übersetzung" }, patience);
  if (field === undefined) throw new Error("no text to translate");
  await person.type(field, "Über uns");
  await person.click(screen.getByRole("button", { name: "Speichern" }));
  expect(await screen.findByText(/jemand anderes diese Übersetzungen gespeichert/)).toBeVisible();
});

test("viewers read translations", async () => {
  open(`${screenPath}/de/page/col-1`, { who: "viewer" });
  const title = await screen.findByRole("region", { name: "Title" }, patience);
  expect(within(title).getByRole("textbox", { name: "Translation" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: /Mark as up to date/ })).toBeNull();
});

test("an import shows its changes before it is run", async () => {
  const { state, person } = open(`${screenPath}/import?language=de`);
  const input = await screen.findByLabelText("File with translations", undefined, patience);
  await person.upload(input, new File(["<xliff/>"], "de.xlf"));
  const changes = await screen.findByRole("table", { name: "Changes" });
  expect(within(changes).getByText("Über uns")).toBeVisible();
  expect(state.imports).toEqual(["de xliff true"]);
  await person.click(screen.getByRole("button", { name: "Import 2 texts" }));
  expect(await screen.findByText("2 texts imported")).toBeVisible();
  expect(state.imports).toEqual(["de xliff true", "de xliff false"]);
});

// spec: multilingual.addresses.open
test("gives a page an address of its own in the language", async () => {
  const { state, person } = open(`${screenPath}/de/page/col-1`);
  state.address = { above: "/de/", original: "about", word: null };
  expect(await screen.findByText("/de/about", undefined, patience)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Change the address" }));
  const dialog = await screen.findByRole("dialog", { name: "Address in this language" });
  const field = within(dialog).getByRole("textbox", { name: "Address" });
  await person.type(field, "shop");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("This address is already in use in this language.")).toBeVisible();
  await person.clear(field);
  await person.type(field, "ueber-uns");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("/de/ueber-uns")).toBeVisible();
});

// spec: multilingual.translations.open
test("a formatted text is translated in the rich-text editor, in the direction of its language", async () => {
  const { state, person } = open(`${screenPath}/ar/page/col-1`);
  const original = '<h1 style="text-align:center">Opening <strong>hours</strong></h1>';
  state.page = {
    ...state.page,
    texts: [text({ key: "block/b1/html", label: "Text", original, format: "html" })],
  };
  const row = within(await screen.findByRole("region", { name: "Text" }, patience));
  const shown = await row.findByRole("textbox", { name: "Original" }, patience);
  expect(within(shown).getByRole("heading", { name: "Opening hours" })).toHaveStyle({ textAlign: "center" });
  expect(shown).toHaveAttribute("contenteditable", "false");
  await waitFor(() => expect(shown).toHaveAttribute("lang", "en-US"));
  const field = row.getByRole("textbox", { name: "Translation" });
  expect(field).toHaveAttribute("lang", "ar");
  expect(field).toHaveAttribute("dir", "rtl");
  const { editor } = field as HTMLElement & { editor: Editor };
  act(() => void editor.commands.setContent('<h1 style="text-align: center">ساعات</h1>', { emitUpdate: true }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(state.saved).toHaveLength(1));
  expect(state.saved[0]).toMatchObject({
    key: "block/b1/html",
    text: '<h1 style="text-align: center;">ساعات</h1>',
  });
});
