import type { components } from "@stoa/api/schema";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

type Row = components["schemas"]["SiteLanguage"];

const patience = { timeout: 15_000 };
const english: Row = {
  code: "en-US",
  name: "English (United States)",
  isPrimary: true,
  enabled: true,
  untranslated: "show",
  custom: false,
};
const row = (code: string, name: string, enabled: boolean): Row => ({
  code,
  name,
  isPrimary: false,
  enabled,
  untranslated: "hide",
  custom: false,
});

/** Opens the languages of a site; changes are stored in memory. */
function open(rows: Row[], who: "owner" | "viewer" = "owner") {
  const state = { rows };
  server.use(
    http.get("*/websites/*/settings", () => HttpResponse.json({ languages: ["en-US", "de", "fr", "it"] })),
    http.get("*/api/multilingual/languages", () => HttpResponse.json({ languages: state.rows })),
    http.put("*/api/multilingual/languages", async ({ request }) => {
      const { languages } = (await request.json()) as { languages: Row[] };
      if (languages.some(({ code }) => code === "it")) {
        const detail = "The page “It” has the address /it, where the pages of this language would be.";
        return HttpResponse.json(problem(409, "conflict", detail), {
          status: 409,
          headers: { "Content-Type": "application/problem+json" },
        });
      }
      state.rows = languages.map((language) => ({ ...language, name: language.code }));
      return HttpResponse.json({ languages: state.rows });
    }),
  );
  renderApp("/sites/w-juniper/settings/languages", who);
  return { state, person: userEvent.setup() };
}

async function choose(person: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await person.type(await screen.findByRole("combobox", { name: "New language" }, patience), name);
  await person.click(await screen.findByRole("option", { name }));
  await person.click(screen.getByRole("button", { name: "Add language" }));
}

test("adds a language as a draft, and says why another cannot be added", async () => {
  const { state, person } = open([english]);
  expect(await screen.findByText("One language so far", undefined, patience)).toBeVisible();
  await choose(person, "French");
  expect(await screen.findByText("/fr")).toBeVisible();
  expect(screen.getByText("Draft")).toBeVisible();
  expect(state.rows.map(({ code, enabled }) => [code, enabled])).toEqual([
    ["en-US", true],
    ["fr", false],
  ]);
  await choose(person, "Italian");
  expect(await screen.findByText(/The page “It” has the address \/it/)).toBeVisible();
});

test("publishes, orders and removes languages", async () => {
  const { state, person } = open([english, row("fr", "Français", false), row("de", "Deutsch", true)]);
  await person.click(await screen.findByRole("button", { name: "Make French public" }, patience));
  await waitFor(() => expect(state.rows[1]).toMatchObject({ code: "fr", enabled: true, untranslated: "hide" }));
  await person.click(await screen.findByRole("button", { name: "Move German up" }));
  await waitFor(() => expect(state.rows.map(({ code }) => code)).toEqual(["en-US", "de", "fr"]));
  await person.click(await screen.findByRole("button", { name: "Remove French" }));
  const question = await screen.findByRole("dialog", { name: "Remove French?" });
  await person.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(state.rows.map(({ code }) => code)).toEqual(["en-US", "de"]));
  expect(screen.queryByRole("button", { name: "Remove English (United States)" })).toBeNull();
});

test("changes the list as it is now, so that a language that someone else has added stays", async () => {
  const { state, person } = open([english, row("fr", "Français", false)]);
  const button = await screen.findByRole("button", { name: "Make French public" }, patience);
  state.rows = [...state.rows, row("de", "Deutsch", true)];
  await person.click(button);
  await waitFor(() => expect(state.rows[1]).toMatchObject({ code: "fr", enabled: true }));
  expect(state.rows.map(({ code }) => code)).toEqual(["en-US", "fr", "de"]);
});

test("opens the site in a language that is not public yet", async () => {
  server.use(
    http.post("*/websites/w-juniper/draft-languages/link", () =>
      HttpResponse.json({ url: "https://juniper.example/~draft-language/pass", expiresOn: 0 }, { status: 201 }),
    ),
  );
  const replace = vi.fn();
  vi.spyOn(window, "open").mockReturnValue({ opener: window, location: { replace } } as unknown as Window);
  const { person } = open([english, row("fr", "Français", false), row("de", "Deutsch", true)], "viewer");
  await person.click(await screen.findByRole("button", { name: "Preview the site in French" }, patience));
  await waitFor(() => expect(replace).toHaveBeenCalledWith("https://juniper.example/~draft-language/pass?language=fr"));
  expect(screen.queryByRole("button", { name: "Preview the site in German" })).toBeNull();
});

test("viewers see the languages without controls", async () => {
  open([english, row("fr", "Français", true)], "viewer");
  expect(await screen.findByText("/fr", undefined, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove French" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "New language" })).toBeNull();
});
