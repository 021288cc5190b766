import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountGallery } from "./gallery";

const count = 3;
let scrolledTo: number[] = [];
let reduced = false;

/** Each slide is as wide as the row, so that image n begins at n × 100. */
function gallery(attributes: string): HTMLElement {
  const slides = [...Array(count).keys()].map((n) => {
    const step = (to: number, name: string) => `<a href="#gallery-b-${String(((to + count) % count) + 1)}">${name}</a>`;
    const steps = `<span class="stoa-gallery__steps">${step(n - 1, "Previous")}${step(n + 1, "Next")}</span>`;
    return `<li class="stoa-gallery__slide" id="gallery-b-${String(n + 1)}">${steps}</li>`;
  });
  const thumbnails = [...Array(count).keys()].map((n) => `<li><a href="#gallery-b-${String(n + 1)}">Picture</a></li>`);
  document.body.innerHTML = `<div class="stoa-gallery" style="--gallery-seconds:3s" ${attributes}>
    <div class="stoa-gallery__track" tabindex="0"><ul>${slides.join("")}</ul></div>
    <ul class="stoa-gallery__strip">${thumbnails.join("")}</ul></div>`;
  const place = document.querySelector<HTMLElement>(".stoa-gallery")!;
  const track = place.querySelector<HTMLElement>(".stoa-gallery__track")!;
  place.querySelectorAll<HTMLElement>(".stoa-gallery__slide").forEach((slide, n) => {
    slide.getBoundingClientRect = () => ({ left: n * 100, width: 100 }) as DOMRect;
  });
  track.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
  track.scrollTo = ((options: ScrollToOptions) => scrolledTo.push(options.left ?? 0)) as typeof track.scrollTo;
  change(() => mountGallery(place, createPageStore(), context));
  return place;
}

const track = () => document.querySelector<HTMLElement>(".stoa-gallery__track")!;
const press = (key: string) => fireEvent.keyDown(track(), { key });
const current = () =>
  [...document.querySelectorAll(".stoa-gallery__strip a")].findIndex((link) => link.hasAttribute("aria-current"));
const said = () => screen.getByRole("status").textContent;
const playButton = () => screen.queryByRole("button", { name: /Play|Pause/ });
const wait = (milliseconds: number) => change(() => vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  scrolledTo = [];
  reduced = false;
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("dir");
});

test("keys navigate the images, wrapping around", () => {
  gallery('data-design="slideshow"');
  press("ArrowRight");
  expect([scrolledTo.at(-1), current(), said()]).toEqual([100, 1, "Image 2 of 3"]);
  press("End");
  press("ArrowRight");
  expect([scrolledTo.at(-1), current()]).toEqual([0, 0]);
  press("ArrowLeft");
  expect(current()).toBe(2);
  expect(playButton()).toBeNull();
});

test("on right-to-left pages the left arrow is next", () => {
  document.documentElement.dir = "rtl";
  gallery('data-design="slideshow"');
  press("ArrowLeft");
  expect(current()).toBe(1);
  press("ArrowRight");
  expect(current()).toBe(0);
});

test("thumbnails show their image without changing the URL", () => {
  gallery('data-design="slideshow"');
  fireEvent.click(screen.getAllByRole("link", { name: "Picture" })[2]!);
  expect([scrolledTo, current(), location.hash]).toEqual([[200], 2, ""]);
});

test("the current slide is marked, and its controls take the focus", () => {
  gallery('data-design="slider" data-controls');
  const marked = () =>
    [...document.querySelectorAll(".stoa-gallery__slide")].map((slide) => slide.hasAttribute("data-current"));
  const stepIn = (n: number, name: string) =>
    within(document.getElementById(`gallery-b-${String(n)}`)!).getByRole("link", { name });
  expect(marked()).toEqual([true, false, false]);
  stepIn(1, "Next").focus();
  fireEvent.click(stepIn(1, "Next"));
  expect([marked(), document.activeElement]).toEqual([[false, true, false], stepIn(2, "Next")]);
  press("ArrowRight");
  expect(document.activeElement).toBe(stepIn(3, "Next"));
  stepIn(3, "Previous").focus();
  fireEvent.click(stepIn(3, "Previous"));
  expect([marked(), document.activeElement]).toEqual([[false, true, false], stepIn(2, "Previous")]);
});

test("the mouse drags the row; touch scrolls natively", () => {
  gallery('data-design="slider" data-active="left"');
  const drag = (pointerType: string) => {
    fireEvent.pointerDown(track(), { clientX: 200, isPrimary: true, pointerType });
    fireEvent.pointerUp(track(), { clientX: 100, isPrimary: true, pointerType });
  };
  drag("touch");
  expect(scrolledTo).toEqual([]);
  drag("mouse");
  expect(scrolledTo).toEqual([100]);
});

test("autoplay can be stopped, and pauses on hover", () => {
  gallery('data-design="slideshow" data-autoplay');
  wait(3000);
  expect([current(), said()]).toEqual([1, ""]);
  fireEvent.pointerEnter(track());
  wait(6000);
  expect(current()).toBe(1);
  fireEvent.pointerLeave(track());
  expect(playButton()?.textContent).toBe("Pause");
  fireEvent.click(playButton()!);
  wait(9000);
  expect([current(), playButton()?.textContent]).toEqual([1, "Play"]);
});

test("with reduced motion the visitor starts it", () => {
  reduced = true;
  gallery('data-design="slideshow" data-autoplay');
  wait(9000);
  expect([current(), playButton()?.textContent]).toEqual([0, "Play"]);
});

test("a video plays to its end, keeps its keys, and stops on another slide", () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
  gallery('data-design="slideshow" data-autoplay');
  const film = document.createElement("video");
  document.querySelector(".stoa-gallery__slide")!.append(film);
  Object.defineProperty(film, "paused", { value: false, configurable: true });
  wait(9_000);
  expect(current()).toBe(0);
  fireEvent.keyDown(film, { key: "ArrowRight" });
  expect(current()).toBe(0);
  press("ArrowRight");
  expect([current(), pause.mock.contexts]).toEqual([1, [film]]);
  pause.mockRestore();
});

/** A row wide enough for more than one slide of 100, which scrolls instantly. */
function wide(active: string, width: number): void {
  const place = gallery(`data-design="slider" data-active="${active}"`);
  const row = place.querySelector<HTMLElement>(".stoa-gallery__track")!;
  const slides = [...place.querySelectorAll<HTMLElement>(".stoa-gallery__slide")];
  let scrolled = 0;
  row.getBoundingClientRect = () => ({ left: 0, width }) as DOMRect;
  Object.defineProperty(row, "scrollLeft", { get: () => scrolled });
  slides.forEach((slide, n) => {
    slide.getBoundingClientRect = () => ({ left: n * 100 - scrolled, width: 100 }) as DOMRect;
  });
  row.scrollTo = (({ left = 0 }: ScrollToOptions) => {
    scrolled = left;
    row.dispatchEvent(new Event("scroll"));
    row.dispatchEvent(new Event("scrollend"));
    row.dispatchEvent(new Event("scroll"));
  }) as typeof row.scrollTo;
}

test.each(["left", "right", "center"])("arrows move one image where several are visible (%s)", (active) => {
  wide(active, 260);
  const seen = [1, 2, 3].map(() => {
    press("ArrowRight");
    return current();
  });
  expect(seen).toEqual([1, 2, 0]);
});

test("images passed during a scroll are not selected", () => {
  gallery('data-design="slideshow"');
  press("End");
  fireEvent.scroll(track());
  expect(current()).toBe(2);
  fireEvent.wheel(track());
  fireEvent.scroll(track());
  expect(current()).toBe(0);
});
