import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountPopup } from "./popup";

const words = `<main><div data-stoa-popup><h1 class="stoa-popup__title">Kiln opening</h1><p>Saturday.</p>
  <a href="#studio" data-popup-action>Come</a></div></main>`;
const dialog = () => screen.queryByRole<HTMLDialogElement>("dialog");
const asked = vi.fn<() => Promise<Response>>();

const mountWithin = vi.fn(async () => undefined);
const mount = (place: HTMLElement): void => {
  change(() => mountPopup(place, createPageStore(), context, mountWithin));
};

function place(rules: Record<string, string> = {}): HTMLElement {
  const place = document.createElement("div");
  Object.assign(place.dataset, { version: "1", trigger: "delay", seconds: "5", percent: "50", days: "30", ...rules });
  document.body.append(place);
  return place;
}

/** Lets time pass, and what was begun in it go on. */
async function wait(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

async function close(): Promise<void> {
  dialog()?.close();
  await wait(0);
}

beforeAll(async () => {
  // Loading takes real time, which fake timers do not wait for.
  await import("./popup-dialog");
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  mountWithin.mockClear();
  asked.mockReset().mockImplementation(async () => new Response(words));
  vi.stubGlobal("fetch", asked);
});

afterEach(async () => {
  await close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opens after its delay as a labelled dialog with the focus", async () => {
  mount(place());
  await wait(4900);
  expect(asked).not.toHaveBeenCalled();
  await wait(200);
  const shown = screen.getByRole("dialog", { name: "Kiln opening" });
  expect(shown.className).toBe("stoa-dialog stoa-popup");
  expect(within(shown).getByRole("heading", { level: 2 }).className).toBe("stoa-popup__title");
  expect(within(shown).queryByRole("heading", { level: 1 })).toBeNull();
  const [content, button] = shown.children;
  expect(content?.hasAttribute("data-stoa-popup")).toBe(true);
  expect([document.activeElement, screen.getByRole("button", { name: "Close" })]).toEqual([button, button]);
});

test("opens again after its days, or when its content changes", async () => {
  mount(place());
  await wait(5000);
  await close();
  expect(localStorage.getItem("popupOverlayVersion")).toBe("1");
  expect(localStorage.getItem("popupOverlayClosedDate")).toBe(String(Date.now()));
  mount(place());
  await wait(6000);
  expect(dialog()).toBeNull();
  mount(place({ version: "2" }));
  await wait(6000);
  expect(dialog()).not.toBeNull();
  await close();
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  mount(place({ version: "2" }));
  await wait(6000);
  expect(dialog()).not.toBeNull();
});

test("does not open again after its link was followed", async () => {
  mount(place());
  await wait(5000);
  press(screen.getByRole("link", { name: "Come" }));
  expect(localStorage.getItem("popupOverlaySubmitted")).toBe("true");
  await close();
  mount(place({ version: "9" }));
  await wait(6000);
  expect(dialog()).toBeNull();
});

// spec: census.overlay
test("the script that counts visits is told what happens to it", async () => {
  const told: unknown[] = [];
  const note = (message: Event) => told.push((message as CustomEvent<{ payload: unknown }>).detail.payload);
  document.addEventListener("stoa:visitor", note);
  mount(place({ version: "7" }));
  await wait(5000);
  press(screen.getByRole("link", { name: "Come" }));
  await close();
  document.removeEventListener("stoa:visitor", note);
  const overlay = { overlayId: "popup", version: "7" };
  expect(told).toEqual(["view", "click", "close"].map((event) => ({ event, ...overlay })));
});

test("supports scroll and exit-intent triggers", async () => {
  mount(place({ trigger: "leaving", seconds: "0" }));
  await wait(10);
  fireEvent(document, new MouseEvent("mouseout", { clientY: 300 }));
  await wait(10);
  expect(dialog()).toBeNull();
  fireEvent(document, new MouseEvent("mouseout", { clientY: 0 }));
  await wait(10);
  expect(dialog()).not.toBeNull();
  await close();
  localStorage.clear();
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(2000);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(1000);
  mount(place({ trigger: "scroll" }));
  vi.stubGlobal("scrollY", 400);
  fireEvent.scroll(window);
  await wait(10);
  expect(dialog()).toBeNull();
  vi.stubGlobal("scrollY", 600);
  fireEvent.scroll(window);
  await wait(10);
  expect(dialog()).not.toBeNull();
});

test("does not open for bots, in editors, or when switched off", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (compatible; ExampleBot/1.0)");
  mount(place());
  await wait(6000);
  expect(asked).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  asked.mockImplementation(async () => new Response("", { status: 404 }));
  mount(place());
  await wait(6000);
  expect(asked).toHaveBeenCalledOnce();
  expect(dialog()).toBeNull();
});

test("waits for no other dialog to close, and opens on a later page", async () => {
  document.body.innerHTML = "<dialog open>Cart</dialog>";
  mount(place());
  await wait(6000);
  expect(asked).not.toHaveBeenCalled();
  expect(dialog()?.textContent).toBe("Cart");
  expect(localStorage.getItem("popupOverlayVersion")).toBeNull();
});

test("mounts a sign-up form, and does not open again after signing up", async () => {
  const signUp = '<form data-stoa-island="form" aria-label="News"></form>';
  asked.mockImplementation(async () => new Response(words.replace("</div></main>", `${signUp}</div></main>`)));
  mount(place());
  await wait(5000);
  expect(mountWithin).toHaveBeenCalledExactlyOnceWith(dialog());
  fireEvent(screen.getByRole("form"), new CustomEvent("form-submission-success", { bubbles: true }));
  expect(dialog()!.open).toBe(true);
  expect(localStorage.getItem("popupOverlaySubmitted")).toBe("true");
  await close();
  mount(place({ version: "2" }));
  await wait(6000);
  expect(dialog()).toBeNull();
});
