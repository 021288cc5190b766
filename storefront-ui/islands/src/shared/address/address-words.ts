import type { Address, Checkout } from "@/shared/api/types";

interface AddressWords {
  region: string;
  needsRegion: boolean;
  postalCode: string;
}

const regions: Readonly<Record<string, string>> = {
  US: "State",
  AU: "State",
  BR: "State",
  IN: "State",
  MX: "State",
  MY: "State",
  CA: "Province",
  JP: "Prefecture",
};
const postalCodes: Readonly<Record<string, string>> = { US: "ZIP code", GB: "Postcode", AU: "Postcode" };

/** What parts of an address are called in a country. */
export function addressWords(country: string): AddressWords {
  const region = regions[country];
  return {
    region: region ?? "Region",
    needsRegion: region !== undefined,
    postalCode: postalCodes[country] ?? "Postal code",
  };
}

/** Whether addresses of a country name a state, province or prefecture. */
export function hasRegion(country: string): boolean {
  return country in regions;
}

/** An address to fill in; where the shop delivers to one country alone, it is chosen. */
export function blankAddress(countries: Checkout["countries"]): Address {
  const only = countries.length === 1 ? countries[0]?.code : undefined;
  return {
    firstName: "",
    lastName: "",
    line1: "",
    line2: "",
    city: "",
    region: "",
    postalCode: "",
    country: only ?? "",
    phone: "",
  };
}

/** The address on one line, to be told from others. */
export function addressLine(address: Address): string {
  const name = `${address.firstName} ${address.lastName}`.trim();
  return [name, address.line1, address.city].filter(Boolean).join(", ");
}
