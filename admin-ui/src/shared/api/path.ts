import type { Path, PathValues } from "./types";

/** Fills a path of the API document with its values, each escaped. */
export function pathTo<P extends Path>(path: P, values: PathValues<P>): string {
  const byName = values as Record<string, string>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(byName[name] ?? ""));
}
