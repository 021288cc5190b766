import { prefersReducedMotion } from "@/shared/motion/reduced-motion";
import { arrowKeys } from "@/shared/ui/direction";
import { element } from "@/shared/ui/elements";
import { colourFrame } from "@/shared/ui/frame-colours";
import { closeButton, openModal } from "@/shared/ui/modal";
import { urlForWidth, onResized } from "./image-size";
import { onSwipe } from "@/shared/ui/swipe";

const link = "a[data-stoa-lightbox]";
/** Images of the same group can be browsed. */
const group = ".stoa-gallery, [data-product-gallery]";

interface Picture {
  address: string;
  description: string;
  caption: string;
  /** URL of the consent page before a video's player; null for images. */
  film: string | null;
  /** Poster of a self-hosted video, empty for none; null for anything else. */
  poster: string | null;
}

function pictureOf(anchor: HTMLAnchorElement): Picture {
  const caption = anchor.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
  const { film = null, video: poster = null } = anchor.dataset;
  return { address: anchor.href, description: anchor.querySelector("img")?.alt ?? "", caption: caption.trim(), film, poster };
}

/** Element that plays a video: an iframe of a service, or a video element. Null for images. */
function filmOf({ address, description, caption, film, poster }: Picture): HTMLIFrameElement | HTMLVideoElement | null {
  if (film !== null) {
    return element("iframe", "stoa-lightbox__film", undefined, {
      title: description === "" ? "Video" : description,
      sandbox: "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation",
      referrerpolicy: "strict-origin-when-cross-origin",
      allow: "fullscreen; picture-in-picture",
      srcdoc: film,
    });
  }
  if (poster === null) return null;
  const label = caption === "" ? "Video" : caption;
  const attributes = { src: address, controls: "", playsinline: "", preload: "metadata", "aria-label": label };
  return element("video", "stoa-lightbox__film", undefined, poster === "" ? attributes : { ...attributes, poster });
}

/** Dialog with one image at a time. */
class Lightbox {
  readonly #pictures: readonly Picture[];
  readonly #dialog: HTMLDialogElement;
  readonly #image = element("img", "stoa-lightbox__picture", undefined, { draggable: "false" });
  readonly #caption = element("figcaption", "stoa-lightbox__caption");
  readonly #place = element("p", "stoa-lightbox__place", undefined, { role: "status" });
  #film: HTMLIFrameElement | HTMLVideoElement | null = null;
  #at: number;

  constructor(pictures: readonly Picture[], at: number, theme: string) {
    this.#pictures = pictures;
    this.#at = at;
    const attributes = { "aria-modal": "true", "aria-label": "Images", "data-theme": theme };
    this.#dialog = element("dialog", "stoa-lightbox", undefined, attributes);
  }

  open(): void {
    const dialog = this.#dialog;
    const close = closeButton(dialog);
    const figure = element("figure", "stoa-lightbox__figure");
    figure.append(this.#image, this.#caption);
    dialog.append(close, figure);
    if (this.#pictures.length > 1) {
      dialog.append(this.#step("Previous image", "←", -1), this.#step("Next image", "→", 1), this.#place);
      onSwipe(figure, (step, { target }) => {
        if (!(target instanceof HTMLVideoElement)) this.#move(step);
      });
      dialog.addEventListener("keydown", (event) => {
        this.#key(event);
      });
    }
    figure.addEventListener("click", (event) => {
      if (event.target === figure) dialog.close();
    });
    this.#image.addEventListener("load", () => {
      figure.removeAttribute("aria-busy");
    });
    this.#show();
    this.#begin();
    const stop = onResized(() => {
      this.#fit();
    });
    dialog.addEventListener("close", () => {
      stop();
      this.#silence();
    });
    openModal(dialog, close);
  }

  #step(label: string, sign: string, step: 1 | -1): HTMLButtonElement {
    const button = element("button", "stoa-lightbox__step", sign, { type: "button", "aria-label": label });
    button.dataset.step = step === 1 ? "next" : "previous";
    button.addEventListener("click", () => {
      this.#move(step);
    });
    return button;
  }

  #key(event: KeyboardEvent): void {
    // Arrow keys seek in a focused video.
    if (event.target instanceof HTMLVideoElement) return;
    const last = this.#pictures.length - 1;
    const { on, back } = arrowKeys();
    const steps: Readonly<Record<string, number>> = {
      [back]: -1,
      [on]: 1,
      Home: -this.#at,
      End: last - this.#at,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#move(step);
  }

  #move(step: number): void {
    const count = this.#pictures.length;
    this.#at = (this.#at + step + count) % count;
    this.#show();
  }

  #show(): void {
    const picture = this.#pictures[this.#at];
    if (picture === undefined) return;
    this.#image.alt = picture.description;
    this.#caption.textContent = picture.caption;
    this.#caption.hidden = picture.caption === "";
    this.#place.textContent = `${String(this.#at + 1)} of ${String(this.#pictures.length)}`;
    this.#showFilm(picture);
    this.#fit();
  }

  /** Replaces the image with a video; a previous video is removed, so that its sound stops. */
  #showFilm(picture: Picture): void {
    this.#silence();
    const film = filmOf(picture);
    this.#film = film;
    this.#image.hidden = film !== null;
    if (film === null) return;
    this.#image.parentElement?.removeAttribute("aria-busy");
    if (film instanceof HTMLIFrameElement) colourFrame(film);
    this.#image.before(film);
  }

  #silence(): void {
    if (this.#film instanceof HTMLVideoElement) this.#film.pause();
    this.#film?.remove();
    this.#film = null;
  }

  /** A self-hosted video starts by itself, unless reduced motion is preferred. */
  #begin(): void {
    if (this.#film instanceof HTMLVideoElement && !prefersReducedMotion()) void this.#film.play().catch(() => undefined);
  }

  #fit(): void {
    const picture = this.#pictures[this.#at];
    if (picture === undefined || this.#film !== null) return;
    const address = urlForWidth(picture.address, window.innerWidth * window.devicePixelRatio);
    if (this.#image.src === address) return;
    this.#image.parentElement?.setAttribute("aria-busy", "true");
    this.#image.src = address;
  }
}

/** Opens the image of a link in a dialog, with the other images of its gallery. */
export function openLightbox(opener: HTMLAnchorElement): void {
  const around = opener.closest(group);
  const links = around === null ? [opener] : [...around.querySelectorAll<HTMLAnchorElement>(link)];
  const theme = opener.dataset.stoaLightbox === "light" ? "light" : "dark";
  new Lightbox(links.map(pictureOf), Math.max(0, links.indexOf(opener)), theme).open();
}
