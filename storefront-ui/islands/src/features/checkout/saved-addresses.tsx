import { useState } from "react";
import type { Address, Checkout } from "@/shared/api/types";
import { addressLine, blankAddress } from "@/shared/address/address-words";
import { SelectField } from "@/shared/react/field";

type Saved = NonNullable<Checkout["buyer"]>["addresses"];

/** An address to be filled in, which can be one of those that a signed-in shopper keeps. */
export interface AddressChoice {
  address: Address;
  setAddress: (address: Address) => void;
  kept: Saved;
  /** Which of the kept ones it began as; empty for another. */
  chosen: string;
  choose: (id: string) => void;
}

/** Begins with the address that was given before, else with the one that is proposed first. */
export function useAddressChoice({ buyer, countries }: Checkout, given: Address | null): AddressChoice {
  const kept = (buyer?.addresses ?? []).filter(({ address }) => countries.some(({ code }) => code === address.country));
  const [address, setAddress] = useState(() => given ?? kept[0]?.address ?? blankAddress(countries));
  const [chosen, setChosen] = useState(() => (given === null ? (kept[0]?.id ?? "") : ""));
  const choose = (id: string): void => {
    setChosen(id);
    setAddress(kept.find((saved) => saved.id === id)?.address ?? blankAddress(countries));
  };
  return { address, setAddress, kept, chosen, choose };
}

/** The choice among kept addresses; nothing where there are none. */
export function SavedAddresses({ kept, chosen, choose }: AddressChoice) {
  if (kept.length === 0) return null;
  return (
    <SelectField
      label="Saved addresses"
      isOptional
      value={chosen}
      choices={[
        ...kept.map((saved) => ({ value: saved.id, label: addressLine(saved.address) })),
        { value: "", label: "Another address" },
      ]}
      onChange={choose}
    />
  );
}
