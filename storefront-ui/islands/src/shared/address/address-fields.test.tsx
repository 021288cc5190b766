import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { countryOf } from "@/testing/shop";
import { blankAddress } from "./address";
import { AddressFields } from "./address-fields";

const countries = ["US", "DE", "HK", "IE"].map(countryOf);

function Form() {
  const [address, setAddress] = useState(blankAddress(countries));
  return (
    <>
      <AddressFields section="shipping" address={address} countries={countries} errors={{}} onChange={setAddress} />
      <output>{JSON.stringify(address)}</output>
    </>
  );
}

const labels = () => [...document.querySelectorAll("label")].slice(5, -1).map((label) => label.textContent);
const choose = (country: string) => userEvent.selectOptions(screen.getByLabelText("Country"), country);

afterEach(cleanup);

test("shows the address parts and labels of a country, and sends no others", async () => {
  render(<Form />);
  expect(labels()).toEqual(["City"]);
  await choose("US");
  expect(labels()).toEqual(["City", "State", "ZIP code"]);
  expect(screen.getByLabelText("ZIP code").getAttribute("autocomplete")).toBe("shipping postal-code");
  expect(screen.getByPlaceholderText("95014")).toBe(screen.getByLabelText("ZIP code"));
  await userEvent.type(screen.getByLabelText("State"), "OR");
  await userEvent.type(screen.getByLabelText("ZIP code"), "97201");
  await choose("IE");
  expect(labels()).toEqual(["City", "County (optional)", "Eircode (optional)"]);
  expect(screen.getByLabelText(/Eircode/).getAttribute("aria-required")).toBeNull();
  await choose("HK");
  expect(labels()).toEqual(["District (optional)", "Area"]);
  expect(screen.getByRole("status").textContent).toContain('"postalCode":"","country":"HK"');
  await choose("DE");
  expect(labels()).toEqual(["Postal code", "City"]);
});
