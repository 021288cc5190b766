import { useEffect, useState } from "react";
import { CloseButton, closeDialog, Modal, openDialog } from "@/shared/react/dialog";
import { Existing } from "@/shared/react/existing";
import { useSwipe } from "@/shared/react/use-swipe";
import { arrowKeys } from "@/shared/ui/direction";
import { textOf } from "@/shared/text/messages";
import { Film } from "./film";
import { onResized, urlForWidth } from "./image-size";
import { isFilm, picturesAround, type Picture } from "./picture";

function pixelsOfWindow(): number {
  return window.innerWidth * window.devicePixelRatio;
}

/** The URL of an image for the window, which may be resized. */
function useFittingUrl(picture: Picture): string {
  const [pixels, setPixels] = useState(pixelsOfWindow);
  useEffect(() => onResized(() => setPixels(pixelsOfWindow())), []);
  return urlForWidth(picture.address, pixels);
}

interface FigureProps {
  picture: Picture;
  /** Whether a video starts by itself. */
  starts: boolean;
  onSwipe: (step: 1 | -1) => void;
}

function Figure({ picture, starts, onSwipe }: FigureProps) {
  const url = useFittingUrl(picture);
  /** URL of the image that is loaded. */
  const [loaded, setLoaded] = useState<string | null>(null);
  const swipe = useSwipe((step, { target }) => {
    if (!(target instanceof HTMLVideoElement)) onSwipe(step);
  });
  const isVideo = isFilm(picture);
  return (
    <figure
      className="stoa-lightbox__figure"
      aria-busy={isVideo || url === loaded ? undefined : true}
      onClick={(event) => {
        if (event.target === event.currentTarget) closeDialog(event);
      }}
      onPointerDown={(event) => swipe.begin(event.nativeEvent)}
      onPointerUp={(event) => swipe.end(event.nativeEvent)}
      onPointerCancel={swipe.cancel}
    >
      {isVideo ? <Film key={picture.address} picture={picture} starts={starts} /> : null}
      <img
        className="stoa-lightbox__picture"
        draggable={false}
        alt={picture.description}
        hidden={isVideo}
        src={isVideo ? undefined : url}
        onLoad={() => setLoaded(url)}
      />
      <figcaption className="stoa-lightbox__caption" hidden={picture.caption === ""}>
        {picture.caption}
      </figcaption>
    </figure>
  );
}

interface LightboxProps {
  pictures: readonly Picture[];
  first: number;
  theme: "light" | "dark";
  onClose: () => void;
}

/** A dialog with one image at a time. */
function Lightbox({ pictures, first, theme, onClose }: LightboxProps) {
  const [{ at, isMoved }, setShown] = useState({ at: first, isMoved: false });
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const count = pictures.length;
  const picture = pictures[at];
  if (picture === undefined) return null;

  const show = (index: number): void => setShown({ at: (index + count) % count, isMoved: true });

  const press = (event: KeyboardEvent): void => {
    // Arrow keys seek in a focused video.
    if (event.target instanceof HTMLVideoElement) return;
    const { on, back } = arrowKeys();
    const places: Readonly<Record<string, number>> = { [back]: at - 1, [on]: at + 1, Home: 0, End: count - 1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    show(place);
  };

  const open = (opened: HTMLDialogElement): HTMLElement | null => {
    setDialog(opened);
    return opened.querySelector("button");
  };

  const isAlone = count === 1;
  return (
    <>
      <Modal
        className="stoa-lightbox"
        aria-label={textOf("lightbox.images")}
        data-theme={theme}
        onOpen={open}
        onClose={onClose}
      >
        <CloseButton />
        <Figure picture={picture} starts={!isMoved} onSwipe={(step) => (isAlone ? undefined : show(at + step))} />
        {isAlone ? null : (
          <>
            <button
              type="button"
              className="stoa-lightbox__step"
              aria-label={textOf("lightbox.previous")}
              data-step="previous"
              onClick={() => show(at - 1)}
            >
              ←
            </button>
            <button
              type="button"
              className="stoa-lightbox__step"
              aria-label={textOf("lightbox.next")}
              data-step="next"
              onClick={() => show(at + 1)}
            >
              →
            </button>
            <p className="stoa-lightbox__place" role="status">
              {textOf("lightbox.place", { number: at + 1, count })}
            </p>
          </>
        )}
      </Modal>
      {dialog === null || isAlone ? null : <Existing element={dialog} onKeydown={press} />}
    </>
  );
}

/** Opens the image of a link in a dialog, with the other images of its gallery. */
export function openLightbox(opener: HTMLAnchorElement): void {
  const { pictures, at } = picturesAround(opener);
  const theme = opener.dataset.stoaLightbox === "light" ? "light" : "dark";
  void openDialog<null>((onClose) => (
    <Lightbox pictures={pictures} first={at} theme={theme} onClose={() => onClose(null)} />
  ));
}
