import { beforeEach, expect, test, vi } from "vitest";
import { provideMessages, sentMessages } from "@/testing/english";

/** The module, loaded again with the messages of a language. */
async function inLanguage(language: string) {
  provideMessages(language);
  vi.resetModules();
  return { ...(await import("./messages")), ...(await import("./rich-messages")) };
}

beforeEach(() => provideMessages("en"));

test("a message is in the language of the page's messages", async () => {
  const { messageLanguage, textOf, textParts } = await inLanguage("de");
  expect(messageLanguage).toBe("de");
  expect(textOf("product.adding")).toBe("Wird hinzugefügt…");
  expect(textOf("cart.increase", { name: "{count}" })).toBe("Menge erhöhen: {count}");
  const link = { href: "/account/sign-in" };
  expect(textParts("checkout.savedWithSignIn", { link })).toEqual([
    link,
    ", um Ihre gespeicherten Adressen zu verwenden.",
  ]);
});

test.each([
  ["en", 1, "1 item in cart"],
  ["en", 2, "2 items in cart"],
  ["fr", 0, "0 article dans le panier"],
  ["ja", 1, "カートに1点の商品があります"],
  ["he", 2, "שני פריטים בעגלת הקניות"],
])("in %s the plural for %i is that of the language", async (language, count, text) => {
  const { choiceOf } = await inLanguage(language);
  expect(choiceOf("cartCount.items", { count })).toBe(text);
});

test("a choice between words, and numbers as the language writes them", async () => {
  const { choiceOf, textOf } = await inLanguage("de");
  expect(choiceOf("checkout.editStep", { step: "address" })).toBe("Lieferadresse bearbeiten");
  expect(choiceOf("checkout.editStep", { step: "payment" })).toBe("Zahlung bearbeiten");
  expect(choiceOf("form.mostFiles", { count: 1000 })).toBe("Wählen Sie höchstens 1.000 Dateien.");
  expect(textOf("form.fileTooLarge", { file: "a.png", size: 2.5 })).toContain("2,5\u00a0MB");
});

test("a page without messages shows keys instead of failing", async () => {
  document.getElementById("stoa-messages")?.remove();
  vi.resetModules();
  const { messageLanguage, textOf } = await import("./messages");
  expect([textOf("common.retry"), messageLanguage]).toEqual(["common.retry", "en"]);
});

test.each(["de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he"])("%s has every message", (language) => {
  expect(Object.keys(sentMessages(language))).toEqual(Object.keys(sentMessages("en")));
});
