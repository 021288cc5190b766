import { useEffect, useReducer, useRef, useState } from "react";
import { fetchState, unfetched } from "./fetch-state";

/** How the asking stands. */
export interface Asking {
  /** Why the newest question brought no answer; null when it did, or none came yet. */
  failure: unknown;
  busy: boolean;
  retry: () => void;
}

interface LiveAnswer<Answer> extends Asking {
  /** The newest answer; null before the first. */
  answer: Answer | null;
}

/**
 * Asks at once, and again when the question has stood unchanged for the pause (milliseconds); late
 * answers are dropped. A question is the same for as long as it is the same function.
 */
export function useLiveAnswer<Answer>(ask: () => Promise<Answer>, pause: number): LiveAnswer<Answer> {
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
  return { answer: state.data, failure: state.error, busy: state.isLoading, retry: () => setAttempt((count) => count + 1) };
}
