import { afterEach, expect, test, vi } from "vitest";
import { mountShare } from "./share";

function openPage(): HTMLElement {
  document.body.innerHTML = `<section data-share-title="Cups" data-share-url="https://juniper.example/journal/cups">
    <ul><li><a href="mailto:?subject=Cups">Email</a></li></ul></section>`;
  const place = document.querySelector("section")!;
  mountShare(place);
  return place;
}

function give(name: "share" | "clipboard", value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

const press = (place: HTMLElement, label: string): void => {
  [...place.querySelectorAll("button")].find((button) => button.textContent === label)!.click();
};

afterEach(() => {
  give("share", undefined);
  give("clipboard", undefined);
});

test("the native share sheet is offered, and closing it is not an error", async () => {
  const share = vi.fn<(what: ShareData) => Promise<void>>().mockResolvedValueOnce();
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError")).mockRejectedValueOnce(new Error("no"));
  give("share", share);
  give("clipboard", undefined);
  const place = openPage();
  const said = (): string | null | undefined => place.querySelector("[role=status]")?.textContent;
  press(place, "Share with an app");
  expect(share).toHaveBeenCalledWith({ title: "Cups", url: "https://juniper.example/journal/cups" });
  press(place, "Share with an app");
  await Promise.resolve();
  expect(said()).toBe("");
  press(place, "Share with an app");
  await expect.poll(said).toBe("Your device could not share this.");
});

test("a link is copied, or shown if copying is not allowed", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(new Error("no"));
  give("clipboard", { writeText });
  const place = openPage();
  press(place, "Copy link");
  await expect.poll(() => place.querySelector("[role=status]")?.textContent).toBe("Link copied.");
  expect(writeText).toHaveBeenCalledWith("https://juniper.example/journal/cups");
  press(place, "Copy link");
  await expect.poll(() => place.querySelector("[role=status]")?.textContent).toContain("https://juniper.example/journal/cups");
});

test("without either only the links are shown", () => {
  give("share", undefined);
  give("clipboard", undefined);
  const place = openPage();
  expect(place.querySelectorAll("button")).toHaveLength(0);
  expect(place.querySelectorAll("a")).toHaveLength(1);
});
