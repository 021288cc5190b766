import { expect, test } from "vitest";
import { colourFrame } from "./frame-colours";

function frameIn(style: string): HTMLIFrameElement {
  document.body.innerHTML = `<section><iframe style="${style}"></iframe></section>`;
  const frame = document.querySelector("iframe");
  if (frame === null) throw new Error("no frame");
  return frame;
}

test("the consent page has the colours of its section, also when loaded later", () => {
  const frame = frameIn("--panel: #222222; --text: #eeeeee; --accent: #ffffff; --on-accent: #222222");
  const colour = (name: string): string | undefined =>
    frame.contentDocument?.documentElement.style.getPropertyValue(name);
  colourFrame(frame);
  expect([colour("--ask-ground"), colour("--ask-text"), colour("--ask-button"), colour("--ask-on-button")]).toEqual([
    "#222222",
    "#eeeeee",
    "#ffffff",
    "#222222",
  ]);
  frame.contentDocument?.documentElement.removeAttribute("style");
  frame.dispatchEvent(new Event("load"));
  expect(colour("--ask-ground")).toBe("#222222");
});

test.each([
  ["a page of another service", null],
  ["a page without a root yet", document.implementation.createDocument(null, null)],
])("%s is unchanged", (_, page) => {
  const frame = frameIn("--panel: #222222");
  Object.defineProperty(frame, "contentDocument", { value: page });
  expect(() => {
    colourFrame(frame);
  }).not.toThrow();
});
