import { t } from "@lingui/core/macro";
import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import { useWebsite } from "@/shared/session/hooks";

const countriesPath = "/api/v1/websites/{websiteId}/countries";

type Country = Answer<typeof countriesPath, "get">["countries"][number];

export type AddressPart = Country["addressParts"][number];

const countriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Countries with their address formats; they change only with a release. */
    listCountries: build.query<Country[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(countriesPath, ref) }),
      transformResponse: (answer: Answer<typeof countriesPath, "get">) => answer.countries,
      keepUnusedDataFor: 3600,
    }),
  }),
});

const { useListCountriesQuery } = countriesApi;

/** Fields shown until the country's format is loaded. */
const anything: readonly AddressPart[] = [
  {
    part: "postalCode",
    get label() {
      return t`Postal code`;
    },
    isRequired: false,
  },
  {
    part: "city",
    get label() {
      return t`City`;
    },
    isRequired: false,
  },
  {
    part: "region",
    get label() {
      return t`State or region`;
    },
    isRequired: false,
  },
];

/** Returns the address parts of a country, in their local order. */
export function useAddressParts(): (country: string) => readonly AddressPart[] {
  const { data } = useListCountriesQuery({ websiteId: useWebsite().id });
  return (code) => data?.find((country) => country.code === code)?.addressParts ?? anything;
}

/** The parts of a country, plus parts that the address has a value for: from before, or from the previous country. */
export function withHeld(
  parts: readonly AddressPart[],
  held: { [name in AddressPart["part"]]?: string },
): AddressPart[] {
  const isOther = ({ part }: AddressPart) => (held[part] ?? "") !== "" && !parts.some((own) => own.part === part);
  return [...parts, ...anything.filter(isOther)];
}

/** Label of a part's field. */
export function partLabel({ label, isRequired }: AddressPart): string {
  return isRequired ? label : t`${label} (optional)`;
}

/** Name of a part within a sentence: `ZIP code` keeps its capitals. */
export function partName({ label }: AddressPart): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
