import { errorStatus } from "./api-error";

/** If-Match header: the server refuses the change if the version is outdated. */
export function ifMatch(version: string | null | undefined): { headers?: Record<string, string> } {
  return version == null ? {} : { headers: { "If-Match": `"${version}"` } };
}

/** Whether a change was refused as outdated: the data must be reloaded. */
export function isVersionConflict(error: unknown): boolean {
  return errorStatus(error) === 412;
}
