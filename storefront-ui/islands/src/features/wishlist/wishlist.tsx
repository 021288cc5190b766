import { useEffect, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import { isGone, settled } from "@/shared/api/send";
import { navigation } from "@/shared/page/navigation";
import { Existing, Inserted } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePageDispatch, usePageSelector, usePageStore } from "@/shared/react/page";
import { useSnapshot } from "@/shared/react/use-snapshot";
import type { PageStore } from "@/shared/store/page-store";
import { WriteQueue } from "@/shared/store/write-queue";
import { announce } from "@/shared/ui/announce";
import { textOf } from "@/shared/text/messages";

const memory = "stoa-wishlist";

/** What this browser knows of the list, so that buttons show it on the next page. */
function remembered(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(memory) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The visitor's list, which all buttons of a page show. */
class VisitorsList {
  #ids: ReadonlySet<string> = new Set(remembered());
  #isAsked = false;
  /** The server tells a customer's list; this browser remembers that of a guest only. */
  #isMember = false;
  /** One call after another: the first one may make the list, and a later answer is newer. */
  readonly #calls = new WriteQueue();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  belongsTo(isMember: boolean): void {
    this.#isMember = isMember;
  }

  /** Asks the server once, if there may be a list. */
  load(isSignedIn: boolean): void {
    this.belongsTo(isSignedIn);
    if (this.#isAsked || (!isSignedIn && this.#ids.size === 0)) return;
    this.#isAsked = true;
    void this.#calls.run(async () => {
      const result = await settled((api) => api.GET("/api/v1/wishlist", { cache: "no-store" }));
      if (result.ok) this.#take(result.data.itemIds);
    });
  }

  /** Adds or removes a product. Resolves to an error message, or null. */
  change(itemId: string, isWanted: boolean): Promise<string | null> {
    return this.#calls.run(() => this.#send(itemId, isWanted));
  }

  async #send(itemId: string, isWanted: boolean): Promise<string | null> {
    const call = { params: { path: { itemId } } };
    const result = await settled((api) =>
      isWanted ? api.PUT("/api/v1/wishlist/items/{itemId}", call) : api.DELETE("/api/v1/wishlist/items/{itemId}", call),
    );
    if (result.ok) this.#take(result.data.itemIds);
    else if (!isWanted && !this.#isMember && isGone(result.failure))
      this.#take([...this.#ids].filter((id) => id !== itemId));
    else return failureText(result.failure);
    return null;
  }

  #take(ids: readonly string[]): void {
    this.#ids = new Set(ids);
    try {
      if (this.#isMember) localStorage.removeItem(memory);
      else localStorage.setItem(memory, JSON.stringify(ids));
    } catch {
      // Without storage the next page asks signed-in visitors only.
    }
    for (const changed of this.#listeners) changed();
  }
}

const lists = new WeakMap<PageStore, VisitorsList>();

function useList(): VisitorsList {
  const store = usePageStore();
  let list = lists.get(store);
  if (list === undefined) {
    list = new VisitorsList();
    lists.set(store, list);
  }
  return list;
}

interface FormProps {
  place: HTMLElement;
  /** The button's label instead of the server's. */
  label?: string | undefined;
  /** Resolves to an error message, or null. */
  onSend: () => Promise<string | null>;
}

/** The server's form, sent without leaving the page: busy meanwhile, with an error message after a failure. */
function LiveForm({ place, label, onSend }: FormProps) {
  const [button] = useState(() => place.querySelector("button"));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (button === null) return null;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    const problem = await onSend();
    setBusy(false);
    setError(problem);
    if (problem !== null) announce(problem);
  };
  return (
    <>
      <Existing element={place} onSubmit={(event) => void send(event)} />
      <Existing element={button} aria-busy={isBusy}>
        {label === undefined ? undefined : (
          <>
            {label}
            <span className="stoa-hidden">{`: ${place.dataset["name"] ?? ""}`}</span>
          </>
        )}
      </Existing>
      {error === null ? null : (
        <Inserted name="p" after={button} class="stoa-field__error">
          {error}
        </Inserted>
      )}
    </>
  );
}

/** Puts a product on the list, or removes it. */
function Toggle({ place }: IslandProps) {
  const list = useList();
  const id = place.dataset["itemId"] ?? "";
  const isSignedIn = usePageSelector((state) => state.siteUser?.authenticated === true);
  const isOn = useSnapshot(list.subscribe, () => list.has(id));
  const [button] = useState(() => place.querySelector("button"));
  useEffect(() => list.load(isSignedIn), [list, isSignedIn]);
  const toggle = async (): Promise<string | null> => {
    const problem = await list.change(id, !isOn);
    if (problem === null) announce(isOn ? textOf("wishlist.removed") : textOf("wishlist.added"));
    return problem;
  };
  return (
    <>
      <LiveForm place={place} label={isOn ? textOf("wishlist.remove") : undefined} onSend={toggle} />
      {isOn && button !== null && place.dataset["link"] !== undefined ? (
        <Inserted name="a" after={button} href="/wishlist" class="stoa-more">
          {textOf("wishlist.view")}
        </Inserted>
      ) : null}
    </>
  );
}

/** Removes a product from the wishlist page. */
function Remove({ place }: IslandProps) {
  const list = useList();
  const isSignedIn = usePageSelector((state) => state.siteUser?.authenticated === true);
  useEffect(() => list.belongsTo(isSignedIn), [list, isSignedIn]);
  const remove = async (): Promise<string | null> => {
    const problem = await list.change(place.dataset["itemId"] ?? "", false);
    if (problem !== null) return problem;
    const entry = place.closest("li");
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling ?? null;
    if (next === null) {
      // The server shows the empty list.
      navigation.go("/wishlist");
      return null;
    }
    entry?.remove();
    announce(textOf("wishlist.removedNamed", { name: place.dataset["name"] ?? "" }));
    next.querySelector<HTMLElement>("h2 a")?.focus();
    return null;
  };
  return <LiveForm place={place} onSend={remove} />;
}

/** Adds a product of the wishlist page to the cart. */
function Buy({ place }: IslandProps) {
  const dispatch = usePageDispatch();
  const [isAdded, setAdded] = useState(false);
  const buy = async (): Promise<string | null> => {
    const { addEntry } = await import("@/shared/store/cart-thunks");
    const { itemId = "", sku = "" } = place.dataset;
    const result = await dispatch(addEntry({ itemId, sku, quantity: 1, additionalFields: null }));
    if (!result.ok) return failureText(result.failure);
    setAdded(true);
    announce(textOf("wishlist.boughtNamed", { name: place.dataset["name"] ?? "" }));
    return null;
  };
  return <LiveForm place={place} label={isAdded ? textOf("wishlist.bought") : undefined} onSend={buy} />;
}

const parts = { toggle: Toggle, remove: Remove, buy: Buy };

function Wishlist({ place, mountWithin }: IslandProps) {
  const { does = "toggle" } = place.dataset;
  const Part = parts[does as keyof typeof parts];
  return <Part place={place} mountWithin={mountWithin} />;
}

export const mountWishlist = island(Wishlist);

export default mountWishlist;
