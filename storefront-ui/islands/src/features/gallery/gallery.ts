import { prefersReducedMotion } from "@/shared/motion/reduced-motion";
import { arrowKeys, isRightToLeft } from "@/shared/ui/direction";
import { element } from "@/shared/ui/elements";
import { onSwipe } from "@/shared/ui/swipe";

/** Alignment of the active image in a slider: start, centre or end. */
const shares: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

/** Maximum duration of a scroll in browsers without `scrollend`, in milliseconds. */
const longestWay = 1000;

/**
 * A slideshow or slider. Without script it is a scrollable row with links to its images; this adds keyboard and mouse
 * control, an announcement of the current image, and a way to stop autoplay.
 */
class Gallery {
  readonly #place: HTMLElement;
  readonly #track: HTMLElement;
  readonly #slides: readonly HTMLElement[];
  readonly #thumbnails: readonly HTMLAnchorElement[];
  readonly #status = element("p", "stoa-gallery__status stoa-hidden", undefined, { role: "status" });
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Whether a programmatic scroll is in progress. */
  #isSent = false;
  #arrival: ReturnType<typeof setTimeout> | undefined;
  /** Whether it is hovered or contains the focus. */
  #isHeld = false;

  constructor(place: HTMLElement, track: HTMLElement, slides: readonly HTMLElement[]) {
    this.#place = place;
    this.#track = track;
    this.#slides = slides;
    this.#thumbnails = [...place.querySelectorAll<HTMLAnchorElement>(".stoa-gallery__strip a")];
  }

  mount(): void {
    const { dataset } = this.#place;
    dataset.live = "";
    this.#place.append(this.#status);
    this.#track.addEventListener("keydown", (event) => {
      this.#key(event);
    });
    this.#track.addEventListener("scroll", () => {
      this.#follow();
    });
    // User input ends a programmatic scroll.
    for (const name of ["scrollend", "wheel", "touchstart", "pointerdown"]) {
      this.#track.addEventListener(name, this.#arrived, { passive: true });
    }
    this.#place.addEventListener("click", (event) => {
      this.#click(event);
    });
    onSwipe(this.#track, (step, { pointerType, target }) => {
      // Touch scrolls natively, and dragging over a video seeks in the video.
      if (pointerType === "mouse" && !(target instanceof HTMLVideoElement)) this.#tell(this.#at + step);
    });
    this.#mark();
    if (dataset.autoplay !== undefined) this.#offerPlaying();
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLVideoElement) return;
    const { on, back } = arrowKeys();
    const places: Readonly<Record<string, number>> = {
      [back]: this.#at - 1,
      [on]: this.#at + 1,
      Home: 0,
      End: this.#slides.length - 1,
    };
    const place = places[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#tell(place);
  }

  /** Links to images scroll without a history entry. */
  #click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
    const at = this.#slides.findIndex(({ id }) => link?.getAttribute("href") === `#${id}`);
    if (at < 0) return;
    event.preventDefault();
    this.#tell(at);
  }

  /** Shows an image on request. */
  #tell(at: number): void {
    this.#show(at);
    this.#status.textContent = `Image ${String(this.#at + 1)} of ${String(this.#slides.length)}`;
  }

  #show(at: number): void {
    const count = this.#slides.length;
    this.#at = (at + count) % count;
    const slide = this.#slides[this.#at];
    if (slide === undefined) return;
    const left = this.#track.scrollLeft + this.#offset(slide);
    this.#isSent = true;
    clearTimeout(this.#arrival);
    this.#track.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    // If the row is already there, no scroll event follows.
    this.#arrival = setTimeout(this.#arrived, longestWay);
    this.#mark();
  }

  /** Distance of a slide from the active position, in CSS pixels to the right. */
  #offset(slide: HTMLElement): number {
    const [around, own] = [this.#track.getBoundingClientRect(), slide.getBoundingClientRect()];
    const share = this.#place.dataset.design === "slider" ? (shares[this.#place.dataset.active ?? ""] ?? 0) : 0;
    const fromLeft = isRightToLeft() ? 1 - share : share;
    return own.left - around.left - (around.width - own.width) * fromLeft;
  }

  readonly #arrived = (): void => {
    this.#isSent = false;
    clearTimeout(this.#arrival);
  };

  /** Detects the image that a visitor scrolled to. During a programmatic scroll intermediate ones are ignored. */
  #follow(): void {
    if (this.#isSent) return;
    const distances = this.#slides.map((slide) => Math.abs(this.#offset(slide)));
    const at = distances.indexOf(Math.min(...distances));
    if (at < 0 || at === this.#at) return;
    this.#at = at;
    this.#mark();
  }

  #mark(): void {
    this.#slides.forEach((slide, index) => {
      slide.toggleAttribute("data-current", index === this.#at);
      if (index !== this.#at) slide.querySelector("video")?.pause();
    });
    this.#takeFocusAlong();
    this.#thumbnails.forEach((thumbnail, index) => {
      if (index === this.#at) thumbnail.setAttribute("aria-current", "true");
      else thumbnail.removeAttribute("aria-current");
    });
  }

  /** Each image has controls of its own, and a slider shows only those of the current one. */
  #takeFocusAlong(): void {
    const step = this.#track.querySelector(".stoa-gallery__steps a:focus");
    if (step === null) return;
    const same = `.stoa-gallery__steps a:${step.matches(":first-child") ? "first" : "last"}-child`;
    this.#slides[this.#at]?.querySelector<HTMLElement>(same)?.focus({ preventScroll: true });
  }

  /** Whether a video is playing, which is not interrupted. */
  #plays(): boolean {
    return [...this.#track.querySelectorAll("video")].some(({ paused, ended }) => !paused && !ended);
  }

  #offerPlaying(): void {
    const button = element("button", "stoa-gallery__play", undefined, { type: "button" });
    const seconds = Number.parseFloat(getComputedStyle(this.#place).getPropertyValue("--gallery-seconds")) || 5;
    const stop = (): void => {
      clearInterval(this.#timer);
      this.#timer = undefined;
      button.textContent = "Play";
    };
    const play = (): void => {
      button.textContent = "Pause";
      this.#timer = setInterval(() => {
        if (!this.#isHeld && !this.#plays() && document.visibilityState === "visible") this.#show(this.#at + 1);
      }, seconds * 1000);
    };
    const hold = (isHeld: boolean) => () => {
      this.#isHeld = isHeld;
    };
    button.addEventListener("click", () => {
      if (this.#timer === undefined) play();
      else stop();
    });
    for (const name of ["pointerenter", "focusin"]) this.#track.addEventListener(name, hold(true));
    for (const name of ["pointerleave", "focusout"]) this.#track.addEventListener(name, hold(false));
    this.#place.prepend(button);
    if (prefersReducedMotion()) stop();
    else play();
  }
}

/** Mounts a slideshow or slider. */
export function mountGallery(place: HTMLElement): void {
  const track = place.querySelector<HTMLElement>(".stoa-gallery__track");
  const slides = [...place.querySelectorAll<HTMLElement>(".stoa-gallery__slide")];
  if (track !== null && slides.length > 1) new Gallery(place, track, slides).mount();
}
