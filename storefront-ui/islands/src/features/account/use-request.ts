import { useCallback, useEffect, useState } from "react";
import type { Result } from "@/shared/api/send";

/** The result of a request, null while pending, and a function to repeat it. `ask` must keep its identity. */
export function useRequest<Data>(ask: () => Promise<Result<Data>>): [Result<Data> | null, () => void] {
  const [answer, setAnswer] = useState<Result<Data> | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void ask().then((result) => {
      if (isCurrent) setAnswer(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [ask, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return [answer, again];
}
