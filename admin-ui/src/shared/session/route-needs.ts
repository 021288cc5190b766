import type { Action } from "./hooks";

/** Permission required by a screen; stored in the route's `handle`. */
export interface RouteNeeds {
  needs: { resource: string; action: Action };
}

export function needs(resource: string, action: Action = "read"): RouteNeeds {
  return { needs: { resource, action } };
}

export function hasNeeds(handle: unknown): handle is RouteNeeds {
  return typeof handle === "object" && handle !== null && "needs" in handle;
}
