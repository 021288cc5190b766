import type { ProductData } from "@/shared/shop/product-data";

function showInGallery(gallery: HTMLElement, pictureId: string): void {
  const track = gallery.querySelector<HTMLElement>("[data-gallery-track]");
  for (const slide of gallery.querySelectorAll<HTMLElement>("[data-image-id]")) {
    const isShown = slide.dataset.imageId === pictureId;
    slide.toggleAttribute("data-shown", isShown);
    if (isShown && track !== null) track.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
  }
  for (const thumb of gallery.querySelectorAll<HTMLElement>("[data-image-thumb]")) {
    if (thumb.dataset.imageThumb === pictureId) thumb.setAttribute("aria-current", "true");
    else thumb.removeAttribute("aria-current");
  }
}

function showInFeature(picture: HTMLImageElement, product: ProductData, pictureId: string): void {
  const shown = product.pictures.find((candidate) => candidate.id === pictureId);
  if (shown === undefined) return;
  picture.srcset = shown.srcset;
  picture.src = `${shown.assetUrl}?format=1000w`;
}

/** Shows an image of the product beside its form, and hides the others. */
export function showPicture(form: HTMLElement, product: ProductData, pictureId: string): void {
  const around = form.closest("article");
  const gallery = around?.querySelector<HTMLElement>("[data-product-gallery]") ?? null;
  if (gallery !== null) {
    showInGallery(gallery, pictureId);
    return;
  }
  const picture = around?.querySelector<HTMLImageElement>(".stoa-feature__media img") ?? null;
  if (picture !== null) showInFeature(picture, product, pictureId);
}

/** Makes thumbnails switch the gallery without scrolling the page. */
export function mountThumbs(form: HTMLElement, product: ProductData): void {
  const gallery = form.closest("article")?.querySelector<HTMLElement>("[data-product-gallery]");
  for (const thumb of gallery?.querySelectorAll<HTMLElement>("[data-image-thumb]") ?? []) {
    thumb.addEventListener("click", (event) => {
      const pictureId = thumb.dataset.imageThumb;
      if (pictureId === undefined) return;
      event.preventDefault();
      showPicture(form, product, pictureId);
    });
  }
}
