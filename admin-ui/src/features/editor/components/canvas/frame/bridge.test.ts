import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";

interface Sent {
  message: { type: string };
  origin: string;
}

/** Loads the script as the frame does: from the editor's origin, inside a window of the editor. */
async function loadBridge() {
  const sent: Sent[] = [];
  const parent = { postMessage: (message: Sent["message"], origin: string) => void sent.push({ message, origin }) };
  const script = document.createElement("script");
  script.src = "https://editor.example/frame.js";
  Object.defineProperty(window, "parent", { configurable: true, value: parent });
  Object.defineProperty(document, "currentScript", { configurable: true, value: script });
  Object.defineProperty(document, "fonts", { configurable: true, value: { ready: Promise.resolve() } });
  await import("./bridge");
  return { keys: () => sent.filter(({ message }) => message.type === "key") };
}

it("reports pressed keys, but not the keydown of browser autofill", async () => {
  const { keys } = await loadBridge();
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener("error", failed);
  fireEvent(document.body, new Event("keydown", { bubbles: true, cancelable: true }));
  expect(keys()).toEqual([]);
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  const key = { key: "z", alt: false, ctrl: true, meta: false, shift: false };
  expect(keys()).toEqual([{ message: { type: "key", key }, origin: "https://editor.example" }]);
  window.removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
});
