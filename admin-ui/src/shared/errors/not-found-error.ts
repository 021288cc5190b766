import { t } from "@lingui/core/macro";

/** A path of the admin without a screen. */
export class NotFoundError extends Error {
  /** The requested path. */
  readonly path: string;

  constructor(path: string) {
    super(t`There is no screen at ${path}.`);
    this.name = "NotFoundError";
    this.path = path;
  }
}
