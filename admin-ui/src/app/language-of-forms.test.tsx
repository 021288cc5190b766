import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { languageChanged } from "@/shared/session/session-slice";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { followAccountLanguage } from "./session-start";

const patience = { timeout: 15_000 };
const lang = () => document.documentElement.lang;

beforeEach(async () => {
  localStorage.removeItem("stoa.language");
  await act(() => showLanguage("de"));
});

afterEach(() => act(() => showLanguage("en")));

/** The app at an address in German; `chooseEnglish` is what happens when English was chosen in another browser. */
function renderInGerman(address: string) {
  const { store } = renderApp(address);
  store.dispatch(languageChanged("de"));
  const stop = followAccountLanguage(store);
  const chooseEnglish = async () => {
    act(() => void store.dispatch(languageChanged("en")));
    // Time enough for a language that does not wait.
    await act(() => new Promise((done) => setTimeout(done, 300)));
  };
  return { chooseEnglish, stop };
}

/** Discounts of 5.00 in place of percentages. */
function discountsOfFive() {
  backEnd.discounts = backEnd.discounts.map((one) => ({
    ...one,
    kind: "amount",
    rateBasisPoints: 0,
    amountCents: 500,
  }));
}

test("an amount that is typed stays the amount that was meant, and is shown in the new language when it is saved", async () => {
  const person = userEvent.setup();
  discountsOfFive();
  const { chooseEnglish, stop } = renderInGerman("/sites/w-juniper/discounts/d-welcome");
  const amount = await screen.findByLabelText("Betrag", {}, patience);
  expect(amount).toHaveValue("5,00");
  await person.clear(amount);
  await person.type(amount, "1.500");
  await chooseEnglish();
  expect(lang()).toBe("de");
  expect(screen.getByLabelText("Betrag")).toHaveValue("1.500");

  await person.click(screen.getByRole("button", { name: "Speichern" }));
  await waitFor(() => expect(lang()).toBe("en"), patience);
  expect(backEnd.discounts[0]).toMatchObject({ amountCents: 150_000 });
  expect(await screen.findByLabelText("Amount", {}, patience)).toHaveValue("1500.00");
  stop();
});

test("discarded changes let the new language be shown, with the saved amount", async () => {
  const person = userEvent.setup();
  discountsOfFive();
  const { chooseEnglish, stop } = renderInGerman("/sites/w-juniper/discounts/d-welcome");
  await person.type(await screen.findByLabelText("Betrag", {}, patience), "1");
  await chooseEnglish();
  expect(lang()).toBe("de");
  await person.click(screen.getByRole("button", { name: "Verwerfen" }));
  await waitFor(() => expect(lang()).toBe("en"), patience);
  expect(await screen.findByLabelText("Amount", {}, patience)).toHaveValue("5.00");
  stop();
});

test("without changes the new language is shown at once, with amounts in it", async () => {
  discountsOfFive();
  const { chooseEnglish, stop } = renderInGerman("/sites/w-juniper/discounts/d-welcome");
  expect(await screen.findByLabelText("Betrag", {}, patience)).toHaveValue("5,00");
  await chooseEnglish();
  expect(lang()).toBe("en");
  expect(await screen.findByLabelText("Amount", {}, patience)).toHaveValue("5.00");
  stop();
});
