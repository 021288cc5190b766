import { act, renderHook } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { useSnapshot } from "./use-snapshot";

function storeOf(value: number) {
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    subscribe: (changed: () => void) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    set: (next: number) => {
      value = next;
      for (const changed of [...listeners]) changed();
    },
    listeners,
  };
}

test("follows the store, renders only for changes, and unsubscribes", () => {
  const store = storeOf(1);
  let renders = 0;
  const { result, unmount } = renderHook(() => {
    renders += 1;
    return useSnapshot(store.subscribe, store.read);
  });
  act(() => store.set(1));
  expect([result.current, renders]).toEqual([1, 1]);
  act(() => store.set(2));
  expect([result.current, renders]).toEqual([2, 2]);
  unmount();
  expect(store.listeners.size).toBe(0);
});

test("a change before the subscription is not missed", () => {
  const store = storeOf(1);
  const { result } = renderHook(() => {
    useLayoutEffect(() => store.set(2), []);
    return useSnapshot(store.subscribe, store.read);
  });
  expect(result.current).toBe(2);
});
