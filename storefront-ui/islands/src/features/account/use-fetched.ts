import { useCallback, useEffect, useState } from "react";
import type { Result } from "@/shared/api/send";

/** What a call answered, null until it has, and a way to ask again. `ask` must keep its identity. */
export function useFetched<Data>(ask: () => Promise<Result<Data>>): [Result<Data> | null, () => void] {
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
