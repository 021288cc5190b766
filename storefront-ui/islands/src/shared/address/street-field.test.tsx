import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubServer, type Reply, type Sent } from "@/testing/server";
import { countryOf } from "@/testing/shop";
import { AddressFields } from "./address-fields";
import { blankAddress } from "./address";
import { fetchPlace, filledIn } from "./places";

const countries = [countryOf("US"), countryOf("DE")];
const component = (longName: string, shortName: string, ...types: string[]) => ({ longName, shortName, types });
const lane = {
  formattedAddress: "12 Kiln Lane, Portland, OR 97201, USA",
  addressComponents: [
    component("12", "12", "street_number"),
    component("Kiln Lane", "Kiln Ln", "route"),
    component("Portland", "Portland", "locality", "political"),
    component("Oregon", "OR", "administrative_area_level_1", "political"),
    component("United States", "US", "country", "political"),
    component("97201", "97201", "postal_code"),
  ],
  lat: 45.5,
  lng: -122.7,
};

function answer({ path }: Sent): Reply {
  if (path.endsWith("/details")) return { body: { result: lane } };
  const predictions = ["12 Kiln Lane, Portland", "12 Kiln Court, Salem"];
  return {
    body: { predictions: predictions.map((description, index) => ({ placeId: `p${String(index + 1)}`, description })) },
  };
}

function Form() {
  const [address, setAddress] = useState({ ...blankAddress(countries), firstName: "Ada" });
  return (
    <AddressFields
      section="shipping"
      address={address}
      countries={countries}
      errors={{}}
      onChange={setAddress}
      proposedTo={{ cartToken: "t1" }}
    />
  );
}

const street = () => screen.getByRole("combobox", { name: "Street and number" });
const list = () => document.querySelector<HTMLElement>(".stoa-places__list")!;
const proposed = () => (list().hidden ? [] : within(list()).queryAllByRole("option"));
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

beforeEach(() => vi.restoreAllMocks());
afterEach(cleanup);

test("an address is chosen by keyboard, and its parts are filled in", async () => {
  const calls = stubServer(answer);
  render(<Form />);
  await userEvent.type(street(), "12 K");
  await waitFor(() => expect(proposed()).toHaveLength(2));
  expect(street().getAttribute("aria-expanded")).toBe("true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  const active = document.getElementById(street().getAttribute("aria-activedescendant") ?? "");
  expect(active?.textContent).toBe("12 Kiln Lane, Portland");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(valueOf("City")).toBe("Portland"));
  expect([valueOf("Street and number"), valueOf("State"), valueOf("ZIP code"), valueOf("First name")]).toEqual([
    "12 Kiln Lane",
    "OR",
    "97201",
    "Ada",
  ]);
  expect(proposed()).toEqual([]);
  const [asked, chosen] = calls.map(({ query }) => new URLSearchParams(query));
  expect(calls).toHaveLength(2);
  expect(asked?.get("cartToken")).toBe("t1");
  expect(chosen?.get("sessionToken")).toBe(asked?.get("sessionToken"));
  expect([chosen?.get("productPage"), chosen?.get("productSection")]).toEqual(["checkout", "shipping"]);
});

test("Escape closes the list, and without suggestions it is a plain field", async () => {
  let status = 200;
  const calls = stubServer((sent) =>
    status === 200 ? answer(sent) : { status, body: { error: "Please enter your address." } },
  );
  render(<Form />);
  await userEvent.type(street(), "12 K");
  await waitFor(() => expect(proposed()).toHaveLength(2));
  await userEvent.keyboard("{Escape}");
  expect(proposed()).toEqual([]);
  expect(valueOf("Street and number")).toBe("12 K");
  status = 503;
  await userEvent.type(street(), "iln");
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(proposed()).toEqual([]);
  expect(valueOf("Street and number")).toBe("12 Kiln");
});

test("missing parts of a place stay empty, and a country without delivery is not taken", () => {
  const address = { ...blankAddress(countries), country: "US" };
  const addressComponents = [
    component("5", "5", "street_number"),
    component("Hauptstraße", "Hauptstr.", "route"),
    component("Berlin", "BE", "administrative_area_level_1"),
    component("Germany", "DE", "country"),
  ];
  const place = { ...lane, formattedAddress: "Hauptstraße 5, 10115 Berlin", addressComponents };
  expect(filledIn(address, place, countries)).toMatchObject({
    line1: "Hauptstraße 5",
    city: "",
    region: "",
    country: "DE",
  });
  expect(filledIn(address, place, [countryOf("US")]).country).toBe("US");
  expect(filledIn(address, { ...place, addressComponents: [] }, countries).line1).toBe("Hauptstraße 5");
});

// spec: content.google-places.missing-context
test("without a tracking context a warning is logged, and the request is still sent", async () => {
  const calls = stubServer(answer);
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const question = { cartToken: "t1", session: "s1" };
  expect(await fetchPlace("p1", question)).toEqual(lane);
  expect(said).toHaveBeenCalledOnce();
  expect(calls.map(({ path }) => path)).toEqual(["/api/google-maps/places/details"]);
  await fetchPlace("p1", question, { productPage: "checkout", productSection: "shipping" });
  expect(said).toHaveBeenCalledOnce();
});
