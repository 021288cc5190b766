import { prefersReducedMotion } from "@/shared/motion/reduced-motion";
import { isRightToLeft } from "@/shared/ui/direction";

/** Alignment of the active image in a slider: start, centre or end. */
const shares: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

/** Maximum duration of a scroll in browsers without `scrollend`, in milliseconds. */
const maxDuration = 1000;

/** The row of images, and which of them is current: the one that was asked for, or that the visitor scrolled to. */
export class SlideRow {
  /** Index of the current image. */
  at = 0;
  readonly track: HTMLElement;
  readonly slides: readonly HTMLElement[];
  /** Position of the current image in the row: 0 is its start, 1 its end. */
  readonly #share: number;
  #changed: () => void = () => undefined;
  /** Whether a programmatic scroll is in progress. */
  #isSent = false;
  #arrival: ReturnType<typeof setTimeout> | undefined;

  constructor(track: HTMLElement, slides: readonly HTMLElement[], alignment: string | undefined) {
    this.track = track;
    this.slides = slides;
    this.#share = shares[alignment ?? ""] ?? 0;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed = changed;
    return () => {
      this.#changed = () => undefined;
      clearTimeout(this.#arrival);
    };
  };

  /** Scrolls to an image; before the first is the last. */
  show(index: number): void {
    const count = this.slides.length;
    const at = (index + count) % count;
    const slide = this.slides[at];
    if (slide === undefined) return;
    const left = this.track.scrollLeft + this.#offset(slide);
    this.at = at;
    this.#isSent = true;
    clearTimeout(this.#arrival);
    this.track.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    // If the row is already there, no scroll event follows.
    this.#arrival = setTimeout(this.arrived, maxDuration);
    this.#changed();
  }

  /** Ends a programmatic scroll. */
  readonly arrived = (): void => {
    this.#isSent = false;
    clearTimeout(this.#arrival);
  };

  /** Detects the image that a visitor scrolled to. During a programmatic scroll intermediate ones are ignored. */
  follow(): void {
    if (this.#isSent) return;
    const distances = this.slides.map((slide) => Math.abs(this.#offset(slide)));
    const at = distances.indexOf(Math.min(...distances));
    if (at < 0 || at === this.at) return;
    this.at = at;
    this.#changed();
  }

  /** Whether a video is playing, which is not interrupted. */
  plays(): boolean {
    return [...this.track.querySelectorAll("video")].some(({ paused, ended }) => !paused && !ended);
  }

  /** Distance of a slide from the active position, in CSS pixels to the right. */
  #offset(slide: HTMLElement): number {
    const [around, own] = [this.track.getBoundingClientRect(), slide.getBoundingClientRect()];
    const fromLeft = isRightToLeft() ? 1 - this.#share : this.#share;
    return own.left - around.left - (around.width - own.width) * fromLeft;
  }
}
