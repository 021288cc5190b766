import { expect, it } from "vitest";
import { identifierOf } from "./identifier";

it.each([
  ["Harbour Lights", "harbour-lights"],
  ["  Café Nord! ", "cafe-nord"],
  ["喫茶店", ""],
  [`${"a".repeat(39)} b`, "a".repeat(39)],
])("%s becomes %s", (title, identifier) => {
  expect(identifierOf(title)).toBe(identifier);
});
