import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { readPageContext } from "@/shared/page/context";
import { mountPopup } from "./popup";

const words = `<main><div data-stoa-popup><h1 class="stoa-popup__title">Kiln opening</h1><p>Saturday.</p>
  <a href="#studio" data-popup-action>Come</a></div></main>`;
const dialog = () => document.querySelector<HTMLDialogElement>("dialog.stoa-popup");
const asked = vi.fn<() => Promise<Response>>();

const mountWithin = vi.fn(async () => undefined);
const mount = (place: HTMLElement): void => {
  mountPopup(place, createPageStore(), readPageContext(), mountWithin);
};

function place(rules: Record<string, string> = {}): HTMLElement {
  const place = document.createElement("div");
  Object.assign(place.dataset, { version: "1", trigger: "delay", seconds: "5", percent: "50", days: "30", ...rules });
  document.body.append(place);
  return place;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  mountWithin.mockClear();
  asked.mockReset().mockImplementation(async () => new Response(words));
  vi.stubGlobal("fetch", asked);
});

afterEach(() => {
  dialog()?.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opens after its delay as a labelled dialog with the focus", async () => {
  mount(place());
  await vi.advanceTimersByTimeAsync(4900);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const shown = dialog()!;
  expect(shown.getAttribute("aria-labelledby")).toBe(shown.querySelector("h2")?.id);
  expect(shown.querySelector("h1")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Close");
});

test("opens again after its days, or when its content changes", async () => {
  mount(place());
  await vi.advanceTimersByTimeAsync(5000);
  dialog()?.close();
  expect(localStorage.getItem("popupOverlayVersion")).toBe("1");
  expect(localStorage.getItem("popupOverlayClosedDate")).toBe(String(Date.now()));
  mount(place());
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).toBeNull();
  mount(place({ version: "2" }));
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).not.toBeNull();
  dialog()?.close();
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  mount(place({ version: "2" }));
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).not.toBeNull();
});

test("does not open again after its link was followed", async () => {
  mount(place());
  await vi.advanceTimersByTimeAsync(5000);
  dialog()?.querySelector<HTMLElement>("[data-popup-action]")?.click();
  expect(localStorage.getItem("popupOverlaySubmitted")).toBe("true");
  dialog()?.close();
  mount(place({ version: "9" }));
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).toBeNull();
});

test("supports scroll and exit-intent triggers", async () => {
  mount(place({ trigger: "leaving", seconds: "0" }));
  await vi.advanceTimersByTimeAsync(10);
  document.dispatchEvent(new MouseEvent("mouseout", { clientY: 300 }));
  await vi.advanceTimersByTimeAsync(10);
  expect(dialog()).toBeNull();
  document.dispatchEvent(new MouseEvent("mouseout", { clientY: 0 }));
  await vi.advanceTimersByTimeAsync(10);
  expect(dialog()).not.toBeNull();
  dialog()?.close();
  localStorage.clear();
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(2000);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(1000);
  mount(place({ trigger: "scroll" }));
  vi.stubGlobal("scrollY", 400);
  window.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(10);
  expect(dialog()).toBeNull();
  vi.stubGlobal("scrollY", 600);
  window.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(10);
  expect(dialog()).not.toBeNull();
});

test("does not open for bots, in editors, or when switched off", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (compatible; ExampleBot/1.0)");
  mount(place());
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  asked.mockImplementation(async () => new Response("", { status: 404 }));
  mount(place());
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).toBeNull();
});

test("mounts a sign-up form, and does not open again after signing up", async () => {
  const signUp = '<form data-stoa-island="form"></form>';
  asked.mockImplementation(async () => new Response(words.replace("</div></main>", `${signUp}</div></main>`)));
  mount(place());
  await vi.advanceTimersByTimeAsync(5000);
  expect(mountWithin).toHaveBeenCalledExactlyOnceWith(dialog());
  const form = dialog()!.querySelector("form")!;
  form.dispatchEvent(new CustomEvent("form-submission-success", { bubbles: true }));
  expect(dialog()!.open).toBe(true);
  expect(localStorage.getItem("popupOverlaySubmitted")).toBe("true");
  dialog()!.close();
  mount(place({ version: "2" }));
  await vi.advanceTimersByTimeAsync(6000);
  expect(dialog()).toBeNull();
});
