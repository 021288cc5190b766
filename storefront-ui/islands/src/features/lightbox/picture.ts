const link = "a[data-stoa-lightbox]";
/** Images of the same group can be browsed. */
const group = ".stoa-gallery, [data-product-gallery]";

/** An image or a video of the page. */
export interface Picture {
  address: string;
  description: string;
  caption: string;
  /** The consent page before the player of a service's video; null for anything else. */
  film: string | null;
  /** Poster of a self-hosted video, empty for none; null for anything else. */
  poster: string | null;
}

/** Whether it is a video. */
export function isFilm({ film, poster }: Picture): boolean {
  return film !== null || poster !== null;
}

function pictureOf(anchor: HTMLAnchorElement): Picture {
  const caption = anchor.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
  const { film = null, video: poster = null } = anchor.dataset;
  return {
    address: anchor.href,
    description: anchor.querySelector("img")?.alt ?? "",
    caption: caption.trim(),
    film,
    poster,
  };
}

/** The pictures to browse from a link, and which of them is its own. */
export function picturesAround(opener: HTMLAnchorElement): { pictures: Picture[]; at: number } {
  const around = opener.closest(group);
  const links = around === null ? [opener] : [...around.querySelectorAll<HTMLAnchorElement>(link)];
  return { pictures: links.map(pictureOf), at: Math.max(0, links.indexOf(opener)) };
}
