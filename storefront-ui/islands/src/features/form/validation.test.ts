import { expect, test } from "vitest";
import type { Field } from "./field";
import type { FieldValue } from "./field-value";
import { validationError } from "./validation";

function complaint(kind: string, value: FieldValue, isRequired = false): string | null {
  const place = document.createElement("div");
  const field: Field = { id: "f", kind, title: "Field", key: "f", isRequired, place };
  return validationError(field, value);
}

// spec: form.validate.other-types.open
test.each<[string, FieldValue, FieldValue, string]>([
  ["number", "1e3", "inf", "Enter a number."],
  ["number", "-0.5", "0x10", "Enter a number."],
  ["currency", "12.50", "12.505", "Enter an amount such as 12.50."],
  ["currency", "0", "-1", "Enter an amount such as 12.50."],
  ["website", "https://a.co", "javascript:x", "Enter an address that starts with https://."],
  ["twitter", "@juniper", "@juniper & sons", "Enter a name such as @juniper."],
  ["date", "2024-02-29", "2023-02-29", "Enter a valid date."],
  ["date", ["02", "29", "2024"], ["13", "01", "2024"], "Enter a valid date."],
  ["time", "09:30", "25:00", "Enter a valid time."],
  ["time", ["12", "59", "PM"], ["13", "00"], "Enter a valid time."],
  ["time", ["1", "0", "59", "am"], ["1", "60"], "Enter a valid time."],
  ["phone", ["", "555", "123", "4567"], "1234", "Enter a telephone number of 5 to 20 digits."],
  ["phone", "+49 30 12345", "123456789012345678901", "Enter a telephone number of 5 to 20 digits."],
  ["phone", "12345", "call me 12345", "Enter a telephone number of 5 to 20 digits."],
])("%s accepts %j and not %j", (kind, right, wrong, message) => {
  expect(complaint(kind, right)).toBeNull();
  expect(complaint(kind, wrong)).toBe(message);
  expect(complaint(kind, "")).toBeNull();
});

test("an optional value may be missing and a required one may not", () => {
  expect(complaint("text", "  ")).toBeNull();
  expect(complaint("text", "  ", true)).toBe("Field is required.");
});
