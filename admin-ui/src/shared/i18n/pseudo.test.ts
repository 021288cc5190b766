import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { pseudoMessages } from "./pseudo";

function shown(language: string, message: string, values: Record<string, unknown>): string {
  const messages = pseudoMessages(language, { id: compileMessage(message) });
  return setupI18n({ locale: language, messages: { [language]: messages } })._("id", values);
}

test("messages get accents and a third more, and keep their arguments and tags", () => {
  expect(shown("en-XA", "Remove {name}", { name: "Mug" })).toBe("[Ŕémövé Mug ~~~~~]");
  expect(shown("en-XA", "{count, plural, one {# item} other {# items}}", { count: 2 })).toMatch(/^\[2 îţémš( ~+)+\]$/);
  expect(shown("en-XA", "Read <0>more</0>", {})).toMatch(/^\[Ŕéáð <0>möŕé<\/0>( ~+)+\]$/);
});

test("messages can be mirrored", () => {
  expect(shown("ar-XB", "Cart {count}", { count: "x" })).toBe("\u{202e}Cart \u{202c}x");
});
