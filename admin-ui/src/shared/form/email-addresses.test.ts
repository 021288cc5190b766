import { expect, it } from "vitest";
import { parseEmailAddresses, emailAddressesToText, validateEmailAddresses } from "./email-addresses";

it("parses pasted e-mail addresses with any separator", () => {
  const typed = " ada@example.com,\neve@example.com; zoe@example.com\n\n";
  expect(parseEmailAddresses(typed)).toEqual(["ada@example.com", "eve@example.com", "zoe@example.com"]);
  expect(emailAddressesToText(parseEmailAddresses(typed))).toBe("ada@example.com\neve@example.com\nzoe@example.com");
});

it("reports invalid addresses", () => {
  expect(validateEmailAddresses("ada@example.com")).toBe(true);
  expect(validateEmailAddresses(" \n")).toBe("Enter the email address of at least one customer.");
  expect(validateEmailAddresses("ada@example.com nobody")).toBe("“nobody” is not an email address.");
  expect(validateEmailAddresses("a@example.com ".repeat(1001))).toBe("Enter at most 1,000 customers.");
});
