import { fireEvent } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

interface Sent {
  message: { type: string };
  origin: string;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Loads the script as the canvas does: from the editor's origin, in a frame of its own. */
async function loadBridge() {
  const frame = document.body.appendChild(document.createElement("iframe")).contentWindow as Window & typeof globalThis;
  const sent: Sent[] = [];
  const parent = { postMessage: (message: Sent["message"], origin: string) => void sent.push({ message, origin }) };
  const script = document.createElement("script");
  script.src = "https://editor.example/frame.js";
  Object.defineProperty(frame, "parent", { configurable: true, value: parent });
  Object.defineProperty(frame.document, "currentScript", { configurable: true, value: script });
  Object.defineProperty(frame.document, "fonts", { configurable: true, value: { ready: Promise.resolve() } });
  vi.stubGlobal("window", frame);
  vi.stubGlobal("document", frame.document);
  vi.stubGlobal("KeyboardEvent", frame.KeyboardEvent);
  await import("./bridge");
  return { frame, keys: () => sent.filter(({ message }) => message.type === "key") };
}

it("reports pressed keys, but not the keydown of browser autofill", async () => {
  const { frame, keys } = await loadBridge();
  const { body } = frame.document;
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  frame.addEventListener("error", failed);
  fireEvent(body, new frame.Event("keydown", { bubbles: true, cancelable: true }));
  expect(keys()).toEqual([]);
  fireEvent.keyDown(body, { key: "z", ctrlKey: true });
  const key = { key: "z", alt: false, ctrl: true, meta: false, shift: false };
  expect(keys()).toEqual([{ message: { type: "key", key }, origin: "https://editor.example" }]);
  expect(failed).not.toHaveBeenCalled();
});
