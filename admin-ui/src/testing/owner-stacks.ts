import * as React from "react";

/** From this many stacks within a second, React records none for further elements. */
const tooMany = 10_000;

interface Internals {
  recentlyCreatedOwnerStacks: number;
}

/**
 * React's development build records a call stack for each element, for its warnings; that takes a seventh of the test
 * time. Warnings still name the component.
 */
export function disableOwnerStacks(): void {
  const key = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
  const internals = (React as unknown as Record<typeof key, Internals>)[key];
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => tooMany,
    set: () => undefined,
    configurable: true,
  });
}
