import { configure } from "@testing-library/dom";
import { afterEach, beforeEach } from "vitest";
import { provideMessages } from "./english";

/** Milliseconds: the machine may be busy with compilers. */
configure({ asyncUtilTimeout: 10_000 });

// The test DOM has <dialog> without `showModal`.
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

provideMessages("en");

beforeEach(() => {
  document.cookie = "crumb=c1; path=/";
});

afterEach(() => {
  document.body.innerHTML = "";
  sessionStorage.clear();
});
