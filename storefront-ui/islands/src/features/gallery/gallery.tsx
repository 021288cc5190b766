import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { useSnapshot } from "@/shared/react/use-snapshot";
import { useSwipe } from "@/shared/react/use-swipe";
import { arrowKeys } from "@/shared/ui/direction";
import { textOf } from "@/shared/text/messages";
import { PlayButton } from "./play-button";
import { SlideRow } from "./slide-row";

/** Input of the visitor ends a programmatic scroll. */
const endOfScroll = ["scrollend", "wheel", "touchstart", "pointerdown"];

/** The row of a gallery; null if there is nothing to move. */
function rowOf(gallery: HTMLElement): SlideRow | null {
  const track = gallery.querySelector<HTMLElement>(".stoa-gallery__track");
  const slides = [...gallery.querySelectorAll<HTMLElement>(".stoa-gallery__slide")];
  const { design, active } = gallery.dataset;
  return track === null || slides.length < 2
    ? null
    : new SlideRow(track, slides, design === "slider" ? active : undefined);
}

/** Each image has controls of its own, and a slider shows only those of the current one. */
function takeFocusAlong({ track, slides, at }: SlideRow): void {
  const step = track.querySelector(".stoa-gallery__steps a:focus");
  if (step === null) return;
  const same = `.stoa-gallery__steps a:${step.matches(":first-child") ? "first" : "last"}-child`;
  slides[at]?.querySelector<HTMLElement>(same)?.focus({ preventScroll: true });
}

interface GalleryProps {
  gallery: HTMLElement;
  row: SlideRow;
}

/**
 * A slideshow or slider. Without script it is a scrollable row with links to its images; this adds keyboard and mouse
 * control, an announcement of the current image, and a way to stop autoplay.
 */
function Gallery({ gallery, row }: GalleryProps) {
  const { track, slides } = row;
  const [thumbnails] = useState(() => [...gallery.querySelectorAll(".stoa-gallery__strip a")]);
  const at = useSnapshot(row.subscribe, () => row.at);
  const [message, setMessage] = useState("");
  /** Whether it is hovered or contains the focus. */
  const isHeld = useRef(false);

  useEffect(() => {
    for (const name of endOfScroll) track.addEventListener(name, row.arrived, { passive: true });
    return () => {
      for (const name of endOfScroll) track.removeEventListener(name, row.arrived);
    };
  }, [track, row]);

  useLayoutEffect(() => {
    for (const slide of slides) {
      if (slide !== slides[at]) slide.querySelector("video")?.pause();
    }
    takeFocusAlong(row);
  }, [at, slides, row]);

  /** Shows an image on request. */
  const tell = (index: number): void => {
    row.show(index);
    setMessage(textOf("gallery.imageOf", { number: row.at + 1, count: slides.length }));
  };

  const playOn = useCallback(() => {
    if (!isHeld.current && !row.plays() && document.visibilityState === "visible") row.show(row.at + 1);
  }, [row]);

  const swipe = useSwipe((step, { pointerType, target }) => {
    // Touch scrolls natively, and dragging over a video seeks in the video.
    if (pointerType === "mouse" && !(target instanceof HTMLVideoElement)) tell(row.at + step);
  });

  const press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLVideoElement) return;
    const { on, back } = arrowKeys();
    const places: Readonly<Record<string, number>> = {
      [back]: row.at - 1,
      [on]: row.at + 1,
      Home: 0,
      End: slides.length - 1,
    };
    const place = places[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    tell(place);
  };

  /** Links to images scroll without a history entry. */
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const place = slides.findIndex(({ id }) => link?.getAttribute("href") === `#${id}`);
    if (place < 0) return;
    event.preventDefault();
    tell(place);
  };

  const hold = (): void => {
    isHeld.current = true;
  };
  const release = (): void => {
    isHeld.current = false;
  };

  return (
    <>
      <Existing element={gallery} data-live="" onClick={follow} />
      <Existing
        element={track}
        onKeydown={press}
        onScroll={() => row.follow()}
        onPointerdown={swipe.begin}
        onPointerup={swipe.end}
        onPointercancel={swipe.cancel}
        onPointerenter={hold}
        onFocusin={hold}
        onPointerleave={release}
        onFocusout={release}
      />
      {slides.map((slide, index) => (
        <Existing key={index} element={slide} data-current={index === at ? "" : null} />
      ))}
      {thumbnails.map((thumbnail, index) => (
        <Existing key={index} element={thumbnail} aria-current={index === at ? true : null} />
      ))}
      {gallery.dataset.autoplay === undefined ? null : <PlayButton gallery={gallery} onStep={playOn} />}
      {createPortal(
        <p className="stoa-gallery__status stoa-hidden" role="status">
          {message}
        </p>,
        gallery,
      )}
    </>
  );
}

/** Lays the component over a slideshow or slider that the server rendered. */
export const mountGallery = island(function GalleryIsland({ place }: IslandProps) {
  const [row] = useState(() => rowOf(place));
  return row === null ? null : <Gallery gallery={place} row={row} />;
});

export default mountGallery;
