import type { Address, Checkout } from "@/shared/api/types";
import { SelectField, TextField } from "@/shared/react/field";
import { textOf } from "@/shared/text/messages";
import { movedTo, partsOf } from "./address";
import { filledIn } from "./places";
import { StreetField } from "./street-field";

interface AddressFieldsProps {
  /** Autocomplete section of the browser. */
  section: "shipping" | "billing";
  address: Address;
  countries: Checkout["countries"];
  errors: Record<string, string>;
  onChange: (address: Address) => void;
  /** The checkout for address suggestions; undefined for none. */
  proposedTo?: { cartToken: string };
}

const hints = { city: "address-level2", region: "address-level1", postalCode: "postal-code" };

/** The fields of a postal address: the parts and labels of its country. */
export function AddressFields({ section, address, countries, errors, onChange, proposedTo }: AddressFieldsProps) {
  const chosen = countries.find(({ code }) => code === address.country);
  const field = (name: keyof Address, hint: string) => ({
    name: `${section}-${name}`,
    value: address[name] ?? "",
    error: errors[name],
    autoComplete: `${section} ${hint}`,
    onChange: (value: string) => onChange({ ...address, [name]: value }),
  });
  const byName = new Intl.Collator(document.documentElement.lang || undefined);
  const named = [...countries].sort((one, other) => byName.compare(one.name, other.name));
  const chooseFirst = countries.length > 1 ? [{ value: "", label: textOf("address.chooseCountry") }] : [];

  return (
    <>
      <SelectField
        label={textOf("address.country")}
        choices={[...chooseFirst, ...named.map(({ code, name }) => ({ value: code, label: name }))]}
        {...field("country", "country")}
        onChange={(code) => onChange(movedTo(code, address, countries))}
      />
      <div className="stoa-fields">
        <TextField label={textOf("address.firstName")} {...field("firstName", "given-name")} />
        <TextField label={textOf("address.lastName")} {...field("lastName", "family-name")} />
      </div>
      {proposedTo === undefined ? (
        <TextField label={textOf("address.street")} {...field("line1", "address-line1")} />
      ) : (
        <StreetField
          label={textOf("address.street")}
          cartToken={proposedTo.cartToken}
          context={{ productPage: "checkout", productSection: section }}
          {...field("line1", "address-line1")}
          autoComplete="off"
          onPlace={(place) => onChange(filledIn(address, place, countries))}
        />
      )}
      <TextField label={textOf("address.extra")} isOptional {...field("line2", "address-line2")} />
      <div className="stoa-fields">
        {partsOf(countries, address.country).map(({ part, label, isRequired }) => (
          <TextField
            key={part}
            label={label}
            isOptional={!isRequired}
            placeholder={part === "postalCode" ? (chosen?.postalCodeExample ?? undefined) : undefined}
            {...field(part, hints[part])}
          />
        ))}
        <TextField label={textOf("address.phone")} type="tel" isOptional {...field("phone", "tel")} />
      </div>
    </>
  );
}
