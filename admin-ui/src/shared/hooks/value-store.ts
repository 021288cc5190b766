import { useSyncExternalStore } from "react";

/**
 * A value that changes often, for those who ask for it. As the value of a context React would walk through everything
 * below the context with each change, to find who reads it.
 */
export interface ValueStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param isSame Whether two values are alike for all who ask; nobody is told of such a change. */
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

/** A part of the value; drawn anew only when that part is another one. */
export function useValue<T, P>(store: ValueStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
