import { expect, it } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import type { Submission } from "./api";
import { excerptOf, noValue, phoneUrl, statementOf, valueText } from "./submission-text";

const answer = (kind: string, value: string) => ({ field: kind, kind, label: kind, value, choices: [] });
const excerpt = (values: Submission["values"]) => excerptOf({ values } as Submission);

it("uses free text as the excerpt of a submission", () => {
  const scale = answer("likert", "Easy: Agree\nPretty: Strongly disagree");
  expect(
    excerpt([
      answer("name", "Ada Byron of Ockham"),
      scale,
      answer("text", "Mugs"),
      answer("textarea", "In blue?\nThanks"),
    ]),
  ).toBe("In blue? Thanks");
  expect(excerpt([scale, answer("text", "Mugs"), answer("textarea", noValue)])).toBe("Mugs");
  expect(excerpt([scale, answer("select", "A class")])).toBe("Easy: Agree Pretty: Strongly disagree");
  expect(excerpt([answer("email", "ada@reader.example")])).toBe("");
});

it("says stored English in the language that is shown", async () => {
  const stored = [answer("date", "02/29/2024"), answer("time", "3:00:09 PM"), answer("text", noValue)];
  expect(stored.map(valueText)).toEqual(["02/29/2024", "3:00:09 PM", "N/A"]);
  await showLanguage("de");
  expect(stored.map(valueText)).toEqual(["29.02.2024", "15:00:09", "k. A."]);
  expect(statementOf("Easy: to use: Strongly Agree")).toEqual({ statement: "Easy: to use", grade: "Stimme voll zu" });
  expect(valueText(answer("date", "soon"))).toBe("soon");
  await showLanguage("en");
});

it("creates a tel: URL from the digits", () => {
  expect(phoneUrl("(828) 555-0142")).toBe("tel:8285550142");
  expect(phoneUrl("+44 (0)20 7946 0018")).toBe("tel:+442079460018");
  expect(phoneUrl("Tel. +1 555 0100 ext. 12")).toBe("tel:+15550100;ext=12");
});
