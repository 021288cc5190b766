import { expect, test } from "vitest";
import { fieldsOf } from "./field";
import { readValue, type FieldValue } from "./field-value";

/** Reads the value of a form's only field. */
function valueOf(kind: string, controls: string, query = ""): FieldValue {
  document.body.innerHTML = `<form><div data-field-id="f" data-field-type="${kind}">${controls}</div></form>`;
  const [field] = fieldsOf(document.querySelector("form")!);
  return field === undefined ? undefined : readValue(field, query);
}

const radios = (checked: string): string =>
  ["a", "b"]
    .map((value) => `<input type="radio" name="r" value="${value}" ${value === checked ? "checked" : ""}>`)
    .join("");

// spec: form.item.kinds
test("reads the value of every field type", () => {
  expect(valueOf("text", '<input value="hello">')).toBe("hello");
  expect(valueOf("textarea", "<textarea>long</textarea>")).toBe("long");
  expect(valueOf("select", "<select><option>a</option><option selected>b</option></select>")).toBe("b");
  expect(valueOf("checkbox", '<input type="checkbox" value="a" checked><input type="checkbox" value="b">')).toEqual([
    "a",
  ]);
  expect(valueOf("date", '<input type="date" value="2026-03-04">')).toBe("2026-03-04");
  expect(valueOf("time", '<input type="time" value="09:30">')).toBe("09:30");
  expect(valueOf("radio", radios("b"))).toBe("b");
  expect(valueOf("name", '<input data-part="first" value="Ada"><input data-part="last" value="Byron">')).toEqual({
    first: "Ada",
    last: "Byron",
  });
  expect(
    valueOf("address", '<input data-part="line1" value="1 Main St"><input data-part="city" value="Kyoto">'),
  ).toEqual({
    line1: "1 Main St",
    city: "Kyoto",
  });
  expect(valueOf("hidden", '<input type="hidden" value="x">')).toBe("x");
  expect(valueOf("phone", '<input type="tel" value="555 123 4567">')).toBe("555 123 4567");
  expect(valueOf("likert", '<input type="radio" data-question="Easy" value="2" checked>')).toEqual({ Easy: "2" });
  expect(valueOf("section", "<p>Heading</p>")).toBeUndefined();
});

// spec: form.item.phone-three-parts
test("a phone number of three parts keeps the position of its country code", () => {
  const parts = ["555", "123", "4567"].map((part) => `<input value="${part}">`).join("");
  expect(valueOf("phone", parts)).toEqual(["", "555", "123", "4567"]);
});

// spec: form.item.radio-first
test("radio buttons give the checked one", () => {
  expect(valueOf("radio", radios("a"))).toBe("a");
  expect(valueOf("radio", radios(""))).toBeUndefined();
});

// spec: form.item.likert-map
test("a Likert scale maps statements to grades", () => {
  const scale = ["Easy to use", "Good looking"]
    .map(
      (question, index) => `
      <input type="radio" name="q${index}" data-question="${question}" value="-2">
      <input type="radio" name="q${index}" data-question="${question}" value="${index}" checked>`,
    )
    .join("");
  expect(valueOf("likert", scale)).toEqual({ "Easy to use": "0", "Good looking": "1" });
});

// spec: form.item.section-skipped
test("sections are not fields", () => {
  document.body.innerHTML = '<form><div data-field-id="s" data-field-type="section"></div></form>';
  expect(fieldsOf(document.querySelector("form")!)).toEqual([]);
});

// spec: form.item.hidden-query
test("hidden fields take their value from the page URL", () => {
  document.body.innerHTML =
    '<form><input type="hidden" name="ref" value="x" data-field-id="ref" data-field-type="hidden"></form>';
  const [field] = fieldsOf(document.querySelector("form")!);
  expect(readValue(field!, "?ref=abc")).toBe("abc");
  expect(readValue(field!, "")).toBe("x");
});
