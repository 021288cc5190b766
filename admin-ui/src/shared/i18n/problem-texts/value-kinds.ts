import { t } from "@lingui/core/macro";
import { uiLocale } from "../format";

const kinds: Record<string, () => string> = {
  "true or false": () => t({ message: "true or false", context: "kind of value" }),
  boolean: () => t({ message: "true or false", context: "kind of value" }),
  "a number": () => t({ message: "a number", context: "kind of value" }),
  number: () => t({ message: "a number", context: "kind of value" }),
  "a whole number": () => t({ message: "a whole number", context: "kind of value" }),
  integer: () => t({ message: "a whole number", context: "kind of value" }),
  "a whole number of 0 or more": () => t({ message: "a whole number of 0 or more", context: "kind of value" }),
  "a whole number in digits": () => t({ message: "a whole number in digits", context: "kind of value" }),
  "a string": () => t({ message: "a text", context: "kind of value" }),
  string: () => t({ message: "a text", context: "kind of value" }),
  "one character": () => t({ message: "one character", context: "kind of value" }),
  "a list": () => t({ message: "a list", context: "kind of value" }),
  array: () => t({ message: "a list", context: "kind of value" }),
  "a list of another length": () => t({ message: "a list of another length", context: "kind of value" }),
  "an object": () => t({ message: "an object", context: "kind of value" }),
  object: () => t({ message: "an object", context: "kind of value" }),
  "a string or an object": () => t({ message: "a text or an object", context: "kind of value" }),
  null: () => t({ message: "nothing", context: "kind of value" }),
  "one of the known values": () => t({ message: "one of the known values", context: "kind of value" }),
  "one of the offered values": () => t({ message: "one of the offered values", context: "kind of value" }),
  "another value": () => t({ message: "another value", context: "kind of value" }),
};

/** What a value must be, in the language that is shown. Other words, such as the values themselves, stay as they are. */
export function valueKind(english: string): string {
  const known = kinds[english];
  if (known !== undefined) return known();
  const range = /^a whole number from (-?\d+) to (-?\d+)$/.exec(english);
  if (range === null) return english;
  const numbers = new Intl.NumberFormat(uiLocale());
  const least = numbers.format(Number(range[1]));
  const most = numbers.format(Number(range[2]));
  return t({ message: `a whole number from ${least} to ${most}`, context: "kind of value" });
}
