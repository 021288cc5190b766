import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useSearchParams } from "react-router";

/**
 * State in a URL query parameter; an empty string removes it. During a navigation the URL is not changed: a late change
 * would cancel the navigation.
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
