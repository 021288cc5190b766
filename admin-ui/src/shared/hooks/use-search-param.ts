import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** A piece of state that lives in the address; empty text removes it. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) => {
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
