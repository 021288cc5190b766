import type { Action, Resource } from "./hooks";

/** Permission required by a screen; stored in the route's `handle`. */
interface RouteNeeds {
  needs: { resource: Resource; action: Action };
}

export function needs(resource: Resource, action: Action = "read"): RouteNeeds {
  return { needs: { resource, action } };
}

export function hasNeeds(handle: unknown): handle is RouteNeeds {
  return typeof handle === "object" && handle !== null && "needs" in handle;
}
