import type { PluginDetail, PluginVersion } from "./api";

/** What a change of version is: the first one, a newer one, or an older one. */
export type Direction = "install" | "update" | "back";

/** What choosing a version does; null for that in use. Versions are listed newest first. */
export function directionTo({ installed, versions }: PluginDetail, version: PluginVersion): Direction | null {
  if (!installed) return "install";
  const current = versions.findIndex(({ isCurrent }) => isCurrent);
  const place = versions.indexOf(version);
  if (place === current) return null;
  return place < current ? "update" : "back";
}

/** The newest version if it is not the one in use. */
export function newestVersion({ versions }: PluginDetail): PluginVersion | null {
  const [newest] = versions;
  return newest === undefined || newest.isCurrent ? null : newest;
}
