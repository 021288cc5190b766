import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fetchState, unfetched } from "./fetch-state";
import { useFetch } from "./use-fetch";

// spec: editor.fetch-state
it("goes from pending to data or error, and clears the error on a new fetch", () => {
  const first = unfetched<string>();
  const pending = fetchState(first, { type: "pending" });
  expect(pending).toEqual({ data: null, error: null, isLoading: true });
  const failed = fetchState(pending, { type: "failed", error: "gone" });
  expect(failed).toEqual({ data: null, error: "gone", isLoading: false });
  expect(fetchState(failed, { type: "pending" })).toEqual({ data: null, error: null, isLoading: true });
  expect(fetchState(pending, { type: "success", data: "fonts" })).toEqual({
    data: "fonts",
    error: null,
    isLoading: false,
  });
});

// spec: editor.fetch-state
it("calls back on failure, and fetches again on request", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.resolve("fonts")];
  const fetchData = vi.fn(() => (answers.shift() ?? (() => Promise.resolve("more")))());
  const onError = vi.fn();
  const { result } = renderHook(() => useFetch(fetchData, onError));
  expect(result.current).toMatchObject({ data: null, error: null, isLoading: true });
  await waitFor(() => expect(result.current).toMatchObject({ error: new Error("gone"), isLoading: false }));
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error("gone"));
  act(() => result.current.refetch());
  expect(result.current).toMatchObject({ error: null, isLoading: true });
  await waitFor(() => expect(result.current).toMatchObject({ data: "fonts", error: null, isLoading: false }));
  expect(fetchData).toHaveBeenCalledTimes(2);
});
