import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { fetchState, unfetched, type FetchState, type FetchStep } from "./fetch-state";

interface Fetched<Data> extends FetchState<Data> {
  refetch: () => void;
}

/**
 * Fetches on mount and on request; outdated responses are dropped. The identity of the function identifies what is
 * fetched.
 */
export function useFetch<Data>(fetchData: () => Promise<Data>, onError?: (error: unknown) => void): Fetched<Data> {
  const [state, dispatch] = useReducer(fetchState<Data>, null, unfetched<Data>);
  const [attempt, setAttempt] = useState(0);
  const report = useEffectEvent((error: unknown) => onError?.(error));
  useEffect(() => {
    let wanted = true;
    const take = (step: FetchStep<Data>) => {
      if (!wanted) return;
      dispatch(step);
      if (step.type === "failed") report(step.error);
    };
    take({ type: "pending" });
    fetchData().then(
      (data) => take({ type: "success", data }),
      (error: unknown) => take({ type: "failed", error }),
    );
    return () => {
      wanted = false;
    };
  }, [fetchData, attempt]);
  return { ...state, refetch: () => setAttempt((count) => count + 1) };
}
