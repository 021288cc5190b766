import type { Permission } from "./api";

/** What a version may do beyond what was agreed to before. */
export function addedPermissions(before: readonly Permission[], after: readonly Permission[]): Permission[] {
  return after.flatMap((permission): Permission[] => {
    switch (permission.kind) {
      case "http": {
        const known = before.flatMap((one) => (one.kind === "http" ? one.origins : []));
        const origins = permission.origins.filter((origin) => !known.includes(origin));
        return origins.length === 0 ? [] : [{ ...permission, origins }];
      }
      case "secrets": {
        const known = before.flatMap((one) => (one.kind === "secrets" ? one.names : []));
        const names = permission.names.filter((name) => !known.includes(name));
        return names.length === 0 ? [] : [{ ...permission, names }];
      }
      case "addresses": {
        const known = before.flatMap((one) => (one.kind === "addresses" ? one.settings : []));
        const settings = permission.settings.filter((name) => !known.includes(name));
        return settings.length === 0 ? [] : [{ ...permission, settings }];
      }
      case "storage":
        return before.some((one) => one.kind === "storage" && one.bytes >= permission.bytes) ? [] : [permission];
      case "script":
        return before.some((one) => one.kind === "script") ? [] : [permission];
      case "reads":
        return before.some((one) => one.kind === "reads" && one.data === permission.data) ? [] : [permission];
    }
  });
}
