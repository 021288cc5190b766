import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useSearchParams } from "react-router";

/**
 * A piece of state that lives in the address; empty text removes it. While the person is already on
 * the way to another screen the address is left alone: a late change would call them back.
 */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useNavigation();
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = state !== "idle";
  }, [state]);
  const set = useCallback(
    (value: string) => {
      if (leaving.current) return;
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === "") after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      );
    },
    [name, setParameters],
  );
  return [parameters.get(name) ?? "", set];
}
