/** There is nothing at an address of the admin. */
export class NotFoundError extends Error {
  /** The path that was asked for. */
  readonly path: string;

  constructor(path: string) {
    super(`There is no screen at ${path}.`);
    this.name = "NotFoundError";
    this.path = path;
  }
}
