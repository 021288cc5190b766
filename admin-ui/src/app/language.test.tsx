import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";
import { formatBytes, formatMoment } from "@/shared/i18n/format";
import { bestLanguage, showLanguage } from "@/shared/i18n/language";
import { languageChanged, sessionStarted } from "@/shared/session/session-slice";
import { sessionFor } from "@/testing/access";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { followAccountLanguage } from "./session-start";
import { createAppStore } from "./store";

const patience = { timeout: 15_000 };

afterEach(() => act(() => showLanguage("en")));

test("the best language is the first of the browser's that there is, else English", () => {
  expect(bestLanguage(["de-CH", "en"])).toBe("de");
  expect(bestLanguage(["tlh", "de"])).toBe("de");
  expect(bestLanguage(["tlh"])).toBe("en");
  expect(bestLanguage([])).toBe("en");
});

test("a screen is shown in another language, with its dates and amounts of data", async () => {
  server.use(
    http.get("*/redirects", () =>
      HttpResponse.json({
        redirects: [{ id: "rd-1", source: "/old", target: "/about", permanent: true, automatic: true, revision: 4 }],
      }),
    ),
  );
  await act(() => showLanguage("de"));
  renderApp("/sites/w-juniper/redirects");
  expect(await screen.findByRole("heading", { name: "Weiterleitungen" }, patience)).toBeVisible();
  expect(await screen.findByText("Dauerhaft (301)")).toBeVisible();
  expect(screen.getByRole("button", { name: "/old löschen" })).toBeVisible();
  expect(document.documentElement).toHaveAttribute("lang", "de");
  expect(formatBytes(3_400_000)).toBe("3,4 MB");
  expect(formatBytes(1)).toBe("1 Byte");
  expect(formatMoment(Date.UTC(2026, 4, 3, 12))).toMatch(/^03\.05\.2026, /);
});

test("a person chooses the language in the account, and it follows to another browser", async () => {
  const person = userEvent.setup();
  const { store, view } = renderApp("/account");
  const choice = await screen.findByRole("combobox", { name: "Language of the admin" }, patience);
  expect(choice).toHaveTextContent("As in the browser");
  await person.click(choice);
  await person.click(within(await screen.findByRole("listbox")).getByRole("option", { name: "Deutsch" }));
  expect(await screen.findByRole("heading", { name: "Ihr Konto" }, patience)).toBeVisible();
  expect(store.getState().session).toMatchObject({ account: { language: "de" } });
  expect(localStorage.getItem("stoa.language")).toBe("de");
  expect(screen.getByRole("combobox", { name: "Sprache der Verwaltung" })).toHaveTextContent("Deutsch");

  view.unmount();
  localStorage.removeItem("stoa.language");
  await act(() => showLanguage("en"));
  const elsewhere = createAppStore();
  const stop = followAccountLanguage(elsewhere);
  elsewhere.dispatch(sessionStarted(sessionFor("owner", "http://stoa.test")));
  await waitFor(() => expect(document.documentElement).toHaveAttribute("lang", "de"));
  expect(localStorage.getItem("stoa.language")).toBe("de");
  elsewhere.dispatch(languageChanged(null));
  await waitFor(() => expect(document.documentElement).toHaveAttribute("lang", "en"));
  expect(localStorage.getItem("stoa.language")).toBeNull();
  stop();
});

test("a choice that is not saved stays in the account as it was", async () => {
  server.use(http.put("*/api/v1/account/language", () => HttpResponse.json({}, { status: 500 })));
  const person = userEvent.setup();
  renderApp("/account");
  await person.click(await screen.findByRole("combobox", { name: "Language of the admin" }, patience));
  await person.click(within(await screen.findByRole("listbox")).getByRole("option", { name: "Deutsch" }));
  expect(await screen.findByText("Something went wrong")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Language of the admin" })).toHaveTextContent("As in the browser");
  expect(document.documentElement).toHaveAttribute("lang", "en");
});
