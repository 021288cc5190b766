import { configure } from "@testing-library/dom";
import { afterEach, beforeEach } from "vitest";

/** Milliseconds: compilers may be at work beside the tests. */
configure({ asyncUtilTimeout: 10_000 });

// The test browser knows <dialog> but not how to open one.
if (typeof HTMLDialogElement !== "undefined" && !("showModal" in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
}

beforeEach(() => {
  document.cookie = "crumb=c1; path=/";
});

afterEach(() => {
  document.body.innerHTML = "";
  sessionStorage.clear();
});
