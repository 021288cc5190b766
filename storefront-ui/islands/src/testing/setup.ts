import { afterEach, beforeEach } from "vitest";

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
