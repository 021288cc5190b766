import type { Path, PathValues } from "./types";

/** Fills the variables of an OpenAPI path, URL-encoded. */
export function pathTo<P extends Path>(path: P, values: PathValues<P>): string {
  const byName = values as Record<string, string>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(byName[name] ?? ""));
}
