import { useEffect, useReducer, useRef, useState } from "react";
import { fetchState, unfetched } from "./fetch-state";

export interface QueryState {
  /** Error of the latest query; null if it succeeded or none has completed. */
  failure: unknown;
  busy: boolean;
  retry: () => void;
}

interface LiveQuery<Answer> extends QueryState {
  /** The latest response; null before the first. */
  answer: Answer | null;
}

/**
 * Queries immediately, and again when the query has been stable for the pause (milliseconds); outdated responses are
 * dropped. The identity of the function identifies the query.
 */
export function useLiveQuery<Answer>(ask: () => Promise<Answer>, pause: number): LiveQuery<Answer> {
  const [state, dispatch] = useReducer(fetchState<Answer>, { ...unfetched<Answer>(), isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    const isLate = () => turn !== newest.current;
    const send = async () => {
      dispatch({ type: "pending" });
      try {
        const data = await ask();
        if (!isLate()) dispatch({ type: "success", data });
      } catch (error) {
        if (!isLate()) dispatch({ type: "failed", error });
      }
    };
    const timer = setTimeout(() => void send(), turn === 1 ? 0 : pause);
    return () => clearTimeout(timer);
  }, [ask, pause, attempt]);
  return {
    answer: state.data,
    failure: state.error,
    busy: state.isLoading,
    retry: () => setAttempt((count) => count + 1),
  };
}
