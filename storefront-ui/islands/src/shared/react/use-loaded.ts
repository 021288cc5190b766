import { useEffect, useState } from "react";

/**
 * A module that only some pages need, loaded after the first paint if it is wanted; null until then, and if that fails.
 * `load` must be the same function each time.
 */
export function useLoaded<Module>(load: () => Promise<Module>, isWanted: boolean): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  useEffect(() => {
    if (isWanted) void load().then(setLoaded, () => undefined);
  }, [load, isWanted]);
  return loaded;
}
