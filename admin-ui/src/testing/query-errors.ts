import { configure, getConfig } from "@testing-library/react";

const printed = getConfig().getElementError;

/** An error that prints the page when its message is read. */
function errorOf(text: string | null, container: Element): Error {
  const error = new Error(text ?? "");
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, errorOf);
  return Object.defineProperty(error, "message", { configurable: true, get: () => printed(text, container).message });
}

/**
 * An element that is waited for is searched again and again; the page is printed only for the error that is shown, not
 * for each failed search.
 */
export function printPageLazily(): void {
  configure({ getElementError: errorOf });
}
