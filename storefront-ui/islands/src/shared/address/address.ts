import type { Address, Checkout } from "@/shared/api/types";

type Countries = Checkout["countries"];
type AddressPart = Countries[number]["addressParts"][number];

/** What is asked for until a country is chosen. */
const usual: readonly AddressPart[] = [{ part: "city", label: "City", isRequired: true }];

/** Parts of the addresses of a country, in the order in which they are written there. */
export function partsOf(countries: Countries, code: string): readonly AddressPart[] {
  return countries.find((country) => country.code === code)?.addressParts ?? usual;
}

/** An address in another country, without the parts that addresses do not have there. */
export function movedTo(code: string, address: Address, countries: Countries): Address {
  const parts = partsOf(countries, code);
  const kept = (name: AddressPart["part"]): string => (parts.some(({ part }) => part === name) ? address[name] : "");
  return { ...address, country: code, city: kept("city"), region: kept("region"), postalCode: kept("postalCode") };
}

/** An address to fill in; where the shop delivers to one country alone, it is chosen. */
export function blankAddress(countries: Countries): Address {
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
