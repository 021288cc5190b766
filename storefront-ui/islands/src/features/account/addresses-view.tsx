import { useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Address, SavedAddress, SavedAddresses } from "@/shared/api/types";
import { AddressFields } from "@/shared/address/address-fields";
import { blankAddress } from "@/shared/address/address";
import { Alert } from "@/shared/react/alert";
import { textOf } from "@/shared/text/messages";
import { AccountForm } from "./account-form";
import { fetchAddresses, removeAddress, saveAddress } from "./api";
import { NotLoaded } from "./not-loaded";
import { useRequest } from "./use-request";

interface Draft {
  id: string | null;
  address: Address;
  isDefault: boolean;
}

/** Address book: list, add, edit, remove, set default. */
export function AddressesView() {
  const [answer, load] = useRequest(fetchAddresses);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [returns, setReturns] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    if (returns > 0) heading.current?.focus();
  }, [returns]);

  /** Returns to the list; the focused element has been unmounted with its form or row. */
  const back = (outcome: string | null): void => {
    setDraft(null);
    setMessage(outcome);
    setReturns((before) => before + 1);
  };
  const begin = (begun: Draft): void => {
    setMessage(null);
    setTrouble(null);
    setDraft(begun);
  };
  const remove = async (address: SavedAddress): Promise<void> => {
    setTrouble(null);
    const text = address.lines.join("\n");
    const dialogs = await import("@/shared/ui/alert-dialog").catch(() => null);
    if (dialogs === null) return setTrouble(textOf("common.offline"));
    if (
      !(await dialogs.confirm({
        title: textOf("account.removeAddressTitle"),
        text,
        label: textOf("account.remove"),
        cancel: textOf("account.keepIt"),
      }))
    )
      return;
    const result = await removeAddress(address.id);
    if (!result.ok) return setTrouble(failureText(result.failure));
    back(textOf("account.addressRemoved"));
    load();
  };
  const saved = (): void => {
    back(textOf("account.addressSaved"));
    load();
  };

  if (answer === null) return <p role="status">{textOf("account.loadingAddresses")}</p>;
  if (!answer.ok)
    return <NotLoaded title={textOf("account.addressesNotLoaded")} failure={answer.failure} onRetry={load} />;
  const kept = answer.data;
  if (draft !== null) {
    return <AddressEditor draft={draft} kept={kept} onDone={saved} onCancel={() => back(null)} />;
  }
  return (
    <section aria-labelledby="addresses-title">
      <h2 id="addresses-title" ref={heading} tabIndex={-1}>
        {textOf("account.addresses")}
      </h2>
      {message === null ? null : <Alert kind="success">{message}</Alert>}
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      {kept.addresses.length === 0 ? <p>{textOf("account.noAddresses")}</p> : null}
      <ul className="stoa-account__list">
        {kept.addresses.map((address) => (
          <li key={address.id} className="stoa-account__row">
            <div>
              <p className="stoa-account__address">{address.lines.join("\n")}</p>
              {address.isDefault ? <p>{textOf("account.defaultAddress")}</p> : null}
            </div>
            <div className="stoa-account__actions">
              <button
                type="button"
                className="stoa-button stoa-button--secondary"
                aria-label={textOf("account.changeAddressNamed", { street: address.address.line1 })}
                onClick={() => begin(address)}
              >
                {textOf("account.change")}
              </button>
              <button
                type="button"
                className="stoa-button stoa-button--secondary"
                aria-label={textOf("account.removeAddressNamed", { street: address.address.line1 })}
                onClick={() => void remove(address)}
              >
                {textOf("account.remove")}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="stoa-button stoa-button--primary"
        onClick={() => begin({ id: null, address: blankAddress(kept.countries), isDefault: false })}
      >
        {textOf("account.addAddress")}
      </button>
    </section>
  );
}

interface EditorProps {
  draft: Draft;
  kept: SavedAddresses;
  onDone: () => void;
  onCancel: () => void;
}

function AddressEditor({ draft, kept, onDone, onCancel }: EditorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [address, setAddress] = useState(draft.address);
  const [isDefault, setDefault] = useState(draft.isDefault);
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="address-title">
      <h2 id="address-title" ref={heading} tabIndex={-1}>
        {draft.id === null ? textOf("account.addAddress") : textOf("account.changeAddress")}
      </h2>
      <AccountForm
        label={textOf("account.saveAddress")}
        name={textOf("account.address")}
        send={() => saveAddress(draft.id, address, isDefault)}
        onDone={onDone}
      >
        {(errors) => (
          <>
            <AddressFields
              section="shipping"
              address={address}
              countries={kept.countries}
              errors={errors}
              onChange={setAddress}
            />
            <label className="stoa-choice">
              <input
                type="checkbox"
                checked={isDefault}
                disabled={draft.isDefault}
                onChange={(event) => setDefault(event.target.checked)}
              />{" "}
              <span>{textOf("account.useAsDefault")}</span>
            </label>
          </>
        )}
      </AccountForm>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={onCancel}>
        {textOf("account.cancel")}
      </button>
    </section>
  );
}
