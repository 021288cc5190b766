import type { PluginDetail, PluginVersion } from "./api";

/** What a change of version is: the first one, a newer one, or an older one. */
export type Direction = "install" | "update" | "back";

/**
 * What choosing a version does; null for that in use, and for one that was withdrawn, unless the site used it before.
 * Versions are listed newest first.
 */
export function directionTo({ installed, versions }: PluginDetail, version: PluginVersion): Direction | null {
  if (version.withdrawn != null && !version.isPrevious) return null;
  if (!installed) return "install";
  const current = versions.findIndex(({ isCurrent }) => isCurrent);
  const place = versions.indexOf(version);
  if (place === current) return null;
  return place < current ? "update" : "back";
}

/** The newest version that was not withdrawn, if it is newer than the one in use. */
export function newestVersion({ versions }: PluginDetail): PluginVersion | null {
  const newest = versions.find(({ isCurrent, withdrawn }) => isCurrent || withdrawn == null);
  return newest === undefined || newest.isCurrent ? null : newest;
}
