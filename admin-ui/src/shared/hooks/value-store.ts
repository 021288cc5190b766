import { useSyncExternalStore } from "react";

/**
 * A value that changes often, with subscriptions. As a context value, each change would make React traverse everything
 * below the context to find consumers.
 */
export interface ValueStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param isSame Whether two values are equivalent; subscribers are not notified of such a change. */
export function valueStore<T>(initial: T, isSame: (left: T, right: T) => boolean = Object.is): ValueStore<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (isSame(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Selects a part of the value; re-renders only when that part changes. */
export function useValue<T, P>(store: ValueStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
