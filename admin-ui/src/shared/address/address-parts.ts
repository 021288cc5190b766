import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import { useWebsite } from "@/shared/session/hooks";

const countriesPath = "/api/v1/websites/{websiteId}/countries";

type Country = Answer<typeof countriesPath, "get">["countries"][number];

export type AddressPart = Country["addressParts"][number];

const countriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Countries with what their addresses are made of; a release changes them, nothing else. */
    listCountries: build.query<Country[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(countriesPath, ref) }),
      transformResponse: (answer: Answer<typeof countriesPath, "get">) => answer.countries,
      keepUnusedDataFor: 3600,
    }),
  }),
});

const { useListCountriesQuery } = countriesApi;

/** What is shown until the server has told what a country has. */
const anything: readonly AddressPart[] = [
  { part: "postalCode", label: "Postal code", isRequired: false },
  { part: "city", label: "City", isRequired: false },
  { part: "region", label: "State or region", isRequired: false },
];

/** Gives the parts of the addresses of a country, in the order in which they are written there. */
export function useAddressParts(): (country: string) => readonly AddressPart[] {
  const { data } = useListCountriesQuery({ websiteId: useWebsite().id });
  return (code) => data?.find((country) => country.code === code)?.addressParts ?? anything;
}

/** The parts of a country, and what an address holds beside them: from before, or of the country chosen before. */
export function withHeld(parts: readonly AddressPart[], held: { [name in AddressPart["part"]]?: string }): AddressPart[] {
  const isOther = ({ part }: AddressPart) => (held[part] ?? "") !== "" && !parts.some((own) => own.part === part);
  return [...parts, ...anything.filter(isOther)];
}

/** What a part is called beside its field. */
export function partLabel({ label, isRequired }: AddressPart): string {
  return isRequired ? label : `${label} (optional)`;
}

/** What a part is called within a sentence: `ZIP code` stays as it is. */
export function partName({ label }: AddressPart): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
