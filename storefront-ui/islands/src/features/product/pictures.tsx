import { useLayoutEffect, useState } from "react";
import { Existing } from "@/shared/react/existing";
import type { ProductPicture } from "@/shared/shop/product-data";

interface PicturesProps {
  form: HTMLElement;
  pictures: readonly ProductPicture[];
  /** Id of the chosen image; null before a choice. */
  shown: string | null;
  onChoose: (pictureId: string) => void;
}

/** The images of the product beside its form: its gallery or, in a featured product, its only image. */
export function Pictures({ form, pictures, shown, onChoose }: PicturesProps) {
  const [around] = useState(() => form.closest("article"));
  const gallery = around?.querySelector<HTMLElement>("[data-product-gallery]");
  if (gallery) return <Gallery gallery={gallery} shown={shown} onChoose={onChoose} />;
  const image = around?.querySelector(".stoa-feature__media img");
  const picture = pictures.find(({ id }) => id === shown);
  if (!image || picture === undefined) return null;
  return <Existing element={image} srcset={picture.srcset} src={`${picture.assetUrl}?format=1000w`} />;
}

interface GalleryProps extends Pick<PicturesProps, "shown" | "onChoose"> {
  gallery: HTMLElement;
}

/** Thumbnails switch the image without scrolling the page. */
function Gallery({ gallery, shown, onChoose }: GalleryProps) {
  const [{ track, slides, thumbs }] = useState(() => ({
    track: gallery.querySelector<HTMLElement>("[data-gallery-track]"),
    slides: [...gallery.querySelectorAll<HTMLElement>("[data-image-id]")],
    thumbs: [...gallery.querySelectorAll<HTMLElement>("[data-image-thumb]")],
  }));
  useLayoutEffect(() => {
    const slide = shown === null ? undefined : slides.find(({ dataset }) => dataset.imageId === shown);
    if (slide !== undefined) track?.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
  }, [shown, slides, track]);
  const isShown = (id: string | undefined): boolean => id === shown;
  return (
    <>
      {slides.map((slide, index) => (
        <Existing
          key={index}
          element={slide}
          data-shown={shown === null ? undefined : isShown(slide.dataset.imageId) ? "" : null}
        />
      ))}
      {thumbs.map((thumb, index) => (
        <Existing
          key={index}
          element={thumb}
          aria-current={shown === null ? undefined : isShown(thumb.dataset.imageThumb) ? true : null}
          onClick={(event) => {
            event.preventDefault();
            onChoose(thumb.dataset.imageThumb ?? "");
          }}
        />
      ))}
    </>
  );
}
