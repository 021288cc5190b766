import { errorStatus } from "./api-error";

/** Names what a change was decided on: where it is no longer so, the server refuses. */
export function ifSeen(version: string | null | undefined): { headers?: Record<string, string> } {
  return version == null ? {} : { headers: { "If-Match": `"${version}"` } };
}

/** Whether a change was refused since somebody else was faster: what is shown has to be read anew. */
export function isLate(error: unknown): boolean {
  return errorStatus(error) === 412;
}
