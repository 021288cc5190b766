import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { change } from "@/testing/act";
import { openLightbox } from "./lightbox";
import { urlForWidth, onResized } from "./image-size";

const figures = ["Bowl", "Plate", "Jar"].map(
  (name) => `<figure><a data-stoa-lightbox="light" href="/assets/${name}/a.webp?format=1500w"><img alt="${name}"></a>
    <figcaption>${name} in oat</figcaption></figure>`,
);

const dialog = () => screen.queryByRole<HTMLDialogElement>("dialog", { name: "Images" });
const shown = () => dialog()?.querySelector("img")?.alt;
const open = (link: HTMLAnchorElement) => change(() => openLightbox(link));
const press = (key: string) => fireEvent.keyDown(dialog()!, { key });

function openAt(place: number): HTMLAnchorElement {
  document.body.innerHTML = `<div class="stoa-gallery">${figures.join("")}</div>`;
  const link = document.querySelectorAll<HTMLAnchorElement>("a")[place]!;
  link.focus();
  open(link);
  return link;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  if (dialog() !== null) change(() => dialog()?.close());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("arrows, Home and End navigate the images of a gallery, wrapping around", () => {
  openAt(1);
  expect(dialog()?.dataset.theme).toBe("light");
  expect([shown(), screen.getByRole("status").textContent]).toEqual(["Plate", "2 of 3"]);
  press("ArrowRight");
  expect([shown(), dialog()?.querySelector("figcaption")?.textContent]).toEqual(["Jar", "Jar in oat"]);
  press("ArrowRight");
  expect(shown()).toBe("Bowl");
  press("ArrowLeft");
  expect(shown()).toBe("Jar");
  press("Home");
  expect(shown()).toBe("Bowl");
  press("End");
  expect(shown()).toBe("Jar");
});

test("a horizontal swipe changes the image, a vertical one does not", () => {
  openAt(0);
  const figure = dialog()!.querySelector("figure")!;
  const swipe = (x: number, y: number) => {
    fireEvent.pointerDown(figure, { clientX: 200, clientY: 200, isPrimary: true });
    fireEvent.pointerUp(figure, { clientX: 200 + x, clientY: 200 + y, isPrimary: true });
  };
  swipe(-90, 10);
  expect(shown()).toBe("Plate");
  swipe(-50, 120);
  expect(shown()).toBe("Plate");
  swipe(90, 0);
  expect(shown()).toBe("Bowl");
});

test("buttons show the previous and the next image", () => {
  openAt(0);
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));
  expect(shown()).toBe("Plate");
  for (const expected of ["Bowl", "Jar"]) {
    fireEvent.click(screen.getByRole("button", { name: "Previous image" }));
    expect(shown()).toBe(expected);
  }
});

test("the figure is busy until its image is loaded, and a click beside the image closes the dialog", () => {
  openAt(0);
  const figure = within(dialog()!).getByRole("figure");
  const picture = within(figure).getByRole("img");
  expect(picture.getAttribute("src")).toContain("/assets/Bowl/a.webp?format=");
  expect(figure.getAttribute("aria-busy")).toBe("true");
  fireEvent.load(picture);
  expect(figure.hasAttribute("aria-busy")).toBe(false);
  fireEvent.click(picture);
  expect(dialog()).not.toBeNull();
  fireEvent.click(figure);
  expect(dialog()).toBeNull();
});

test("a single image has no navigation", () => {
  document.body.innerHTML = figures[0] ?? "";
  open(document.querySelector("a")!);
  expect(shown()).toBe("Bowl");
  expect(
    within(dialog()!)
      .getAllByRole("button")
      .map((button) => button.textContent),
  ).toEqual(["×"]);
});

test("while open the page does not scroll, and closing restores the focus", () => {
  const link = openAt(2);
  expect(document.documentElement.className).toBe("stoa-scroll-lock");
  const close = screen.getByRole("button", { name: "Close" });
  expect(document.activeElement).toBe(close);
  fireEvent.click(close);
  expect(dialog()).toBeNull();
  expect(document.documentElement.className).toBe("");
  expect(document.activeElement).toBe(link);
});

// spec: ui.lightbox.resize-timeout
test("resizing is debounced by 100 ms", () => {
  const resized = vi.fn<() => void>();
  const stop = onResized(resized);
  const resize = () => window.dispatchEvent(new Event("resize"));
  resize();
  vi.advanceTimersByTime(99);
  resize();
  vi.advanceTimersByTime(99);
  expect(resized).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(resized).toHaveBeenCalledTimes(1);
  resize();
  stop();
  vi.advanceTimersByTime(500);
  expect(resized).toHaveBeenCalledTimes(1);
});

test("the image is as wide as the window needs", () => {
  const format = (pixels: number) =>
    new URL(urlForWidth("/assets/a/a.webp?format=1500w", pixels)).searchParams.get("format");
  expect([320, 500, 1280, 2000, 9000].map(format)).toEqual(["500w", "500w", "1500w", "2500w", "2500w"]);
  expect(urlForWidth("https://elsewhere.example/a.png", 500)).toBe("https://elsewhere.example/a.png");
});

test("on right-to-left pages arrows and swipes are mirrored", () => {
  document.documentElement.dir = "rtl";
  openAt(0);
  press("ArrowLeft");
  expect(shown()).toBe("Plate");
  const figure = dialog()!.querySelector("figure")!;
  fireEvent.pointerDown(figure, { clientX: 100, isPrimary: true });
  fireEvent.pointerUp(figure, { clientX: 200, isPrimary: true });
  expect(shown()).toBe("Jar");
  document.documentElement.removeAttribute("dir");
});

test("an external video asks for consent, and stops on the next image", () => {
  const film = `<figure><a data-stoa-lightbox="dark" data-film="&lt;a href=x&gt;Load Vimeo&lt;/a&gt;" href="https://vimeo.com/1"><img alt="Throwing"></a></figure>`;
  document.body.innerHTML = `<div class="stoa-gallery">${film}${figures[0]}</div>`;
  open(document.querySelectorAll<HTMLAnchorElement>("a")[0]!);
  const frame = () => dialog()?.querySelector("iframe");
  expect([frame()?.title, frame()?.getAttribute("srcdoc")]).toEqual(["Throwing", "<a href=x>Load Vimeo</a>"]);
  expect(frame()?.hasAttribute("src")).toBe(false);
  expect(dialog()?.querySelector("img")?.hidden).toBe(true);
  press("ArrowRight");
  expect(frame()).toBeNull();
  expect([dialog()?.querySelector("img")?.hidden, shown()]).toEqual([false, "Bowl"]);
});

const clip = (
  poster: string,
) => `<figure><a data-stoa-lightbox="dark" data-video="${poster}" href="/assets/clip/a.mp4"></a>
  <figcaption>Glazing</figcaption></figure>`;

function openFilm(
  poster: string,
  isStill = false,
): { film: () => HTMLVideoElement | null | undefined; calls: string[] } {
  const calls: string[] = [];
  vi.stubGlobal("matchMedia", () => ({ matches: isStill }));
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(() => {
    calls.push("play");
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {
    calls.push("pause");
  });
  document.body.innerHTML = `<div class="stoa-gallery">${clip(poster)}${figures[0]}</div>`;
  open(document.querySelector<HTMLAnchorElement>("a")!);
  return { film: () => dialog()?.querySelector("video"), calls };
}

test("a self-hosted video plays when opened, and stops on navigation and close", () => {
  const { film, calls } = openFilm("/assets/still.webp");
  expect([film()?.controls, film()?.getAttribute("poster"), film()?.getAttribute("aria-label")]).toEqual([
    true,
    "/assets/still.webp",
    "Glazing",
  ]);
  expect(film()?.src).toContain("/assets/clip/a.mp4");
  expect(dialog()?.querySelector("img")?.hidden).toBe(true);
  fireEvent.keyDown(film()!, { key: "ArrowRight" });
  expect(film(), "its own arrows go through the film").not.toBeNull();
  press("ArrowRight");
  expect([film(), shown()]).toEqual([null, "Bowl"]);
  press("ArrowLeft");
  expect(calls, "nobody asked for it to play again").toEqual(["play", "pause"]);
  change(() => dialog()?.close());
  expect(calls).toEqual(["play", "pause", "pause"]);
});

test("a video without a poster is supported, and waits with reduced motion", () => {
  const { film, calls } = openFilm("", true);
  expect([film()?.hasAttribute("poster"), calls]).toEqual([false, []]);
});
