import { expect, it } from "vitest";
import { addressesOf, addressesToText, checkAddresses } from "./addresses";

it("reads addresses however they were pasted", () => {
  const typed = " ada@example.com,\neve@example.com; zoe@example.com\n\n";
  expect(addressesOf(typed)).toEqual(["ada@example.com", "eve@example.com", "zoe@example.com"]);
  expect(addressesToText(addressesOf(typed))).toBe("ada@example.com\neve@example.com\nzoe@example.com");
});

it("names what is no address", () => {
  expect(checkAddresses("ada@example.com")).toBe(true);
  expect(checkAddresses(" \n")).toBe("Enter the email address of at least one customer.");
  expect(checkAddresses("ada@example.com nobody")).toBe("“nobody” is no email address.");
  expect(checkAddresses("a@example.com ".repeat(1001))).toBe("Name at most 1,000 customers.");
});
