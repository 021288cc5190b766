import { useState } from "react";
import type { Address, Checkout } from "@/shared/api/types";
import { addressLine, blankAddress } from "@/shared/address/address";
import { SelectField } from "@/shared/react/field";
import { textOf } from "@/shared/text/messages";

type Saved = NonNullable<Checkout["buyer"]>["addresses"];

/** State of an address form that can be filled from the signed-in customer's address book. */
interface AddressChoice {
  address: Address;
  setAddress: (address: Address) => void;
  kept: Saved;
  /** Id of the saved address that it started from; empty for a new one. */
  chosen: string;
  choose: (id: string) => void;
  /** Whether it can be saved: the customer is signed in and has not saved it yet. */
  isNew: boolean;
  /** Whether to save it in the account. */
  keep: boolean;
  setKeep: (keep: boolean) => void;
}

function isSame(one: Address, other: Address): boolean {
  return (Object.keys(one) as (keyof Address)[]).every((part) => (one[part] ?? "").trim() === (other[part] ?? ""));
}

/** Starts with the address already entered, else with the default address. */
export function useAddressChoice({ buyer, countries, keepsAddress }: Checkout, given: Address | null): AddressChoice {
  const kept = (buyer?.addresses ?? []).filter(({ address }) => countries.some(({ code }) => code === address.country));
  const [address, setAddress] = useState(() => given ?? kept[0]?.address ?? blankAddress(countries));
  const [chosen, setChosen] = useState(() => (given === null ? (kept[0]?.id ?? "") : ""));
  const choose = (id: string): void => {
    setChosen(id);
    setAddress(kept.find((saved) => saved.id === id)?.address ?? blankAddress(countries));
  };
  const [wantsKept, setKeep] = useState(keepsAddress);
  const isNew = buyer !== null && !buyer.addresses.some((saved) => isSame(address, saved.address));
  return { address, setAddress, kept, chosen, choose, isNew, keep: isNew && wantsKept, setKeep };
}

/** Select for saved addresses; renders nothing if there are none. */
export function SavedAddresses({ kept, chosen, choose }: AddressChoice) {
  if (kept.length === 0) return null;
  return (
    <SelectField
      label={textOf("checkout.savedAddresses")}
      isOptional
      value={chosen}
      choices={[
        ...kept.map((saved) => ({ value: saved.id, label: addressLine(saved.address) })),
        { value: "", label: textOf("checkout.anotherAddress") },
      ]}
      onChange={choose}
    />
  );
}

/** Checkbox to save a new address. */
export function KeepAddress({ isNew, keep, setKeep }: AddressChoice) {
  if (!isNew) return null;
  return (
    <label className="stoa-choice">
      <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />{" "}
      <span>{textOf("checkout.saveAddress")}</span>
    </label>
  );
}
