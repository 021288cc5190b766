import { expect, test, vi } from "vitest";
import { confirm } from "./alert-dialog";

const question = { title: "Remove it?", text: "It goes for good.", label: "Remove", cancel: "Keep it" };
const dialog = () => document.querySelector("dialog")!;
const button = (label: string) => [...dialog().querySelectorAll("button")].find((each) => each.textContent === label);

// spec: ui.confirm.dialog
test("a confirmation has two buttons; an alert cannot be cancelled", async () => {
  const agreed = confirm(question);
  expect(document.activeElement).toBe(button("Keep it"));
  button("Remove")?.click();
  expect(await agreed).toBe(true);

  const refused = confirm(question);
  button("Keep it")?.click();
  expect(await refused).toBe(false);

  const left = confirm(question);
  dialog().close();
  expect(await left).toBe(false);

  const forced = confirm({ ...question, cancel: null });
  expect(dialog().querySelectorAll("button")).toHaveLength(1);
  button("Remove")?.click();
  expect(await forced).toBe(true);
  expect(document.querySelector("dialog")).toBeNull();
});

test("while open, the page neither scrolls nor takes the focus", async () => {
  const asked = confirm(question);
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(true);
  const rects = vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  const tab = (shiftKey: boolean) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", shiftKey, bubbles: true, cancelable: true }));
  tab(true);
  expect(document.activeElement).toBe(button("Remove"));
  tab(false);
  expect(document.activeElement).toBe(button("Keep it"));
  rects.mockRestore();
  button("Keep it")?.click();
  expect(await asked).toBe(false);
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(false);
});
