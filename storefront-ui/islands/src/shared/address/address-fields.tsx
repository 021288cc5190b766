import type { Address, Checkout } from "@/shared/api/types";
import { SelectField, TextField } from "@/shared/react/field";
import { addressWords } from "./address-words";
import { filledIn } from "./places";
import { StreetField } from "./street-field";

interface AddressFieldsProps {
  /** Section of the browser's own address book. */
  section: "shipping" | "billing";
  address: Address;
  countries: Checkout["countries"];
  errors: Record<string, string>;
  onChange: (address: Address) => void;
  /** The checkout in which whole addresses are proposed; left out where none are. */
  proposedTo?: { cartToken: string };
}

/** The fields of a postal address, worded for its country. */
export function AddressFields({ section, address, countries, errors, onChange, proposedTo }: AddressFieldsProps) {
  const words = addressWords(address.country);
  const field = (name: keyof Address, hint: string) => ({
    name: `${section}-${name}`,
    value: address[name] ?? "",
    error: errors[name],
    autoComplete: `${section} ${hint}`,
    onChange: (value: string) => onChange({ ...address, [name]: value }),
  });
  const byName = new Intl.Collator(document.documentElement.lang || undefined);
  const named = [...countries].sort((one, other) => byName.compare(one.name, other.name));
  const chooseFirst = countries.length > 1 ? [{ value: "", label: "Choose a country" }] : [];

  return (
    <>
      <SelectField
        label="Country"
        choices={[...chooseFirst, ...named.map(({ code, name }) => ({ value: code, label: name }))]}
        {...field("country", "country")}
      />
      <div className="stoa-fields">
        <TextField label="First name" {...field("firstName", "given-name")} />
        <TextField label="Last name" {...field("lastName", "family-name")} />
      </div>
      {proposedTo === undefined ? (
        <TextField label="Street and number" {...field("line1", "address-line1")} />
      ) : (
        <StreetField
          label="Street and number"
          cartToken={proposedTo.cartToken}
          context={{ productPage: "checkout", productSection: section }}
          {...field("line1", "address-line1")}
          autoComplete="off"
          onPlace={(place) => onChange(filledIn(address, place, countries.map(({ code }) => code)))}
        />
      )}
      <TextField label="Flat, floor, company" isOptional {...field("line2", "address-line2")} />
      <div className="stoa-fields">
        <TextField label="City" {...field("city", "address-level2")} />
        <TextField label={words.region} isOptional={!words.needsRegion} {...field("region", "address-level1")} />
      </div>
      <div className="stoa-fields">
        <TextField label={words.postalCode} {...field("postalCode", "postal-code")} />
        <TextField label="Phone" type="tel" isOptional {...field("phone", "tel")} />
      </div>
    </>
  );
}
