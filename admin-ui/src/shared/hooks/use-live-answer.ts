import { useEffect, useRef, useState } from "react";

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
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    const turn = ++newest.current;
    const isLate = () => turn !== newest.current;
    const send = async () => {
      setBusy(true);
      try {
        const next = await ask();
        if (isLate()) return;
        setAnswer(next);
        setFailure(null);
      } catch (refusal) {
        if (isLate()) return;
        setFailure(refusal);
      }
      setBusy(false);
    };
    const timer = setTimeout(() => void send(), turn === 1 ? 0 : pause);
    return () => clearTimeout(timer);
  }, [ask, pause, attempt]);
  return { answer, failure, busy, retry: () => setAttempt((count) => count + 1) };
}
