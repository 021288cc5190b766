import type { Address, Checkout } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";

type Countries = Checkout["countries"];
type AddressPart = Countries[number]["addressParts"][number];

/** Fields shown until a country is chosen. */
const usual: readonly AddressPart[] = [{ part: "city", label: textOf("address.city"), isRequired: true }];

/** Address parts of a country, in their local order. */
export function partsOf(countries: Countries, code: string): readonly AddressPart[] {
  return countries.find((country) => country.code === code)?.addressParts ?? usual;
}

/** An address moved to another country, without the parts that do not exist there. */
export function movedTo(code: string, address: Address, countries: Countries): Address {
  const parts = partsOf(countries, code);
  const kept = (name: AddressPart["part"]): string => (parts.some(({ part }) => part === name) ? address[name] : "");
  return { ...address, country: code, city: kept("city"), region: kept("region"), postalCode: kept("postalCode") };
}

/** An empty address; if the shop delivers to only one country, it is preselected. */
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

export function addressLine(address: Address): string {
  const name = `${address.firstName} ${address.lastName}`.trim();
  return [name, address.line1, address.city].filter(Boolean).join(", ");
}
