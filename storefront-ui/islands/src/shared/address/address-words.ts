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

/** Where the number of the place stands behind the region. */
const codeLast = new Set(["US", "CA", "AU", "GB", "IN"]);

function townOf({ city, region, postalCode, country }: Address): string {
  const place = [city, region].filter(Boolean).join(country === "AU" ? " " : ", ");
  const parts = codeLast.has(country) ? [place, postalCode] : [postalCode, city, region];
  return parts.filter(Boolean).join(" ");
}

/** The address as it is written on a parcel. */
export function addressText(address: Address, countries: Checkout["countries"]): string {
  const country = countries.find(({ code }) => code === address.country)?.name ?? address.country;
  const name = `${address.firstName} ${address.lastName}`.trim();
  return [name, address.line1, address.line2, townOf(address), country].filter(Boolean).join("\n");
}

/** The address on one line, to be told from others. */
export function addressLine(address: Address): string {
  const name = `${address.firstName} ${address.lastName}`.trim();
  return [name, address.line1, address.city].filter(Boolean).join(", ");
}
