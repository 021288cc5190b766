import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { endSessions } from "./access";
import { backEnd } from "./back-end";
import { computeStylesByProperty } from "./computed-styles";
import { indexLabels } from "./labels";
import { disableOwnerStacks } from "./owner-stacks";
import { printPageLazily } from "./query-errors";
import { speedUpSelectors } from "./selectors";
import { server } from "./server";
import { disableStyles } from "./styles";

/** The rules are loaded from disk: there is no server. */
vi.mock("@/shared/document-rules/rules", async () => ({ loadRules: (await import("./page-log")).compiledRules }));

/** Nothing is slower than a test that waits until something is tried again, or counts as late. */
vi.mock("@/features/editor/sync/pauses", async (original) => ({
  ...(await original<object>()),
  retryPause: 200,
  stepPatience: 1000,
}));

disableStyles();
indexLabels();
speedUpSelectors(document);
computeStylesByProperty();
disableOwnerStacks();
printPageLazily();
/** Milliseconds: the machine may be busy with compilers. */
configure({ asyncUtilTimeout: 10_000 });

const screenWidth = 1280;

function matches(query: string): boolean {
  if (query.includes("prefers-reduced-motion")) return true;
  const least = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const most = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  if (least === undefined && most === undefined) return false;
  return screenWidth >= Number(least ?? 0) && screenWidth <= Number(most ?? Infinity);
}

/** jsdom has no layout: these stubs stand for a wide screen, without animations. */
window.matchMedia = (query) =>
  ({
    media: query,
    matches: matches(query),
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

function forgetCookies() {
  for (const cookie of document.cookie.split("; ")) {
    const [name] = cookie.split("=");
    for (const path of ["/", "/admin", "/admin/"]) document.cookie = `${name}=; path=${path}; max-age=0`;
  }
}

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  endSessions();
  cleanup();
  server.resetHandlers();
  backEnd.reset();
  localStorage.clear();
  sessionStorage.clear();
  forgetCookies();
});
afterAll(() => server.close());
