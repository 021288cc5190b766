import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";
import { problem } from "@/testing/back-end";
import { showLanguage } from "@/shared/i18n/language";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import type { SiteText } from "../api";

const patience = { timeout: 15_000 };

afterEach(() => showLanguage("en"));

/** Opens the texts of a German site; changes are stored in memory. */
function open(path = "/sites/w-juniper/settings/texts") {
  const text = (key: string, original: string): SiteText => ({
    key,
    original,
    comment: "Label of a field.",
    text: null,
  });
  const state = {
    asked: [] as string[],
    texts: [
      text("storefront.addToCart", "In den Warenkorb"),
      text("storefront.orderNumber", "Bestellung {number}"),
    ] as SiteText[],
  };
  const one = (key: unknown) => state.texts.find((known) => known.key === key);
  const put = (key: unknown, own: string | null) => {
    state.texts = state.texts.map((known) => (known.key === key ? { ...known, text: own } : known));
  };
  server.use(
    http.get("*/site-texts", () => HttpResponse.json({ languages: ["en", "de"], language: "de" })),
    http.get("*/site-texts/:language", ({ request, params }) => {
      const { searchParams } = new URL(request.url);
      state.asked.push(`${String(params["language"])} ${searchParams.get("query") ?? ""}`);
      const isChanged = searchParams.get("changed") === "true";
      const texts = state.texts.filter((known) => !isChanged || known.text != null);
      return HttpResponse.json({ texts, hasNextPage: false, nextPageCursor: null });
    }),
    http.put("*/site-texts/:language/:key", async ({ request, params }) => {
      const { text: own } = (await request.json()) as { text: string };
      if (one(params["key"])?.original.includes("{number}") === true && !own.includes("{number}")) {
        const message = "The placeholder {number} is missing. The original is: Bestellung {number}";
        const body = problem(400, "validation-failed", message, { errors: { text: message } });
        return HttpResponse.json(body, { status: 400, headers: { "Content-Type": "application/problem+json" } });
      }
      put(params["key"], own);
      return HttpResponse.json(one(params["key"]));
    }),
    http.delete("*/site-texts/:language/:key", ({ params }) => {
      put(params["key"], null);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("*/site-texts/:language", () => {
      state.texts = state.texts.map((known) => ({ ...known, text: null }));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp(path);
  return { state, person: userEvent.setup() };
}

const field = (original: string) => screen.findByRole("textbox", { name: `Your text for ${original}` }, patience);

test("saves a text in the language of the site by keyboard, and resets it", async () => {
  const { state, person } = open();
  const own = await field("In den Warenkorb");
  await person.type(own, "Kaufen{Enter}");
  expect(await screen.findByText("Text saved", {}, patience)).toBeVisible();
  expect(state.texts[0]?.text).toBe("Kaufen");
  expect(own).toHaveFocus();
  await person.click(await screen.findByRole("button", { name: "Reset In den Warenkorb" }));
  await waitFor(() => expect(state.texts[0]?.text).toBeNull(), patience);
  expect(own).toHaveValue("");
});

test("says the notes for translators in the language of the admin", async () => {
  await showLanguage("de");
  open();
  expect((await screen.findAllByText("Beschriftung eines Felds.", {}, patience))[0]).toBeVisible();
});

test("shows what is wrong at the field, and keeps the input", async () => {
  const { person } = open();
  const own = await field("Bestellung {number}");
  await person.type(own, "Auftrag{Enter}");
  await waitFor(() => expect(own).toHaveAccessibleDescription(/^The placeholder {number} is missing\./), patience);
  expect(own).toBeInvalid();
  expect(own).toHaveValue("Auftrag");
});

test("lists changed texts of another language, and resets all", async () => {
  const { state, person } = open("/sites/w-juniper/settings/texts?show=changed");
  expect(await screen.findByText("No changed texts", {}, patience)).toBeVisible();
  await person.click(screen.getByRole("combobox", { name: "Language" }));
  await person.click(await screen.findByRole("option", { name: "English" }));
  await waitFor(() => expect(state.asked.at(-1)).toBe("en "), patience);
  await person.type(screen.getByRole("searchbox", { name: "Search texts" }), "cart");
  expect(await screen.findByText("No texts found", {}, patience)).toBeVisible();
  state.texts = state.texts.map((known) => ({ ...known, text: "Anders" }));
  await person.click(screen.getByRole("button", { name: "Reset all" }));
  const question = await screen.findByRole("dialog", { name: "Reset all texts in English?" });
  await person.click(within(question).getByRole("button", { name: "Reset all" }));
  expect(await screen.findByText("All texts reset", {}, patience)).toBeVisible();
  expect(state.texts.every((known) => known.text === null)).toBe(true);
});
