import { useLayoutEffect, useRef } from "react";
import { prefersReducedMotion } from "@/shared/motion/reduced-motion";
import { colourFrame } from "@/shared/ui/frame-colours";
import { textOf } from "@/shared/text/messages";
import type { Picture } from "./picture";

function ServiceFilm({ title, page }: { title: string; page: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    if (frame.current !== null) colourFrame(frame.current);
  }, []);
  return (
    <iframe
      ref={frame}
      className="stoa-lightbox__film"
      title={title}
      sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"
      referrerPolicy="strict-origin-when-cross-origin"
      allow="fullscreen; picture-in-picture"
      srcDoc={page}
    />
  );
}

interface OwnFilmProps {
  address: string;
  label: string;
  poster: string | undefined;
  starts: boolean;
}

function OwnFilm({ address, label, poster, starts }: OwnFilmProps) {
  const player = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const video = player.current;
    if (video === null) return;
    if (starts && !prefersReducedMotion()) void video.play().catch(() => undefined);
    // A removed video would go on sounding.
    return () => video.pause();
    // oxlint-disable-next-line exhaustive-deps -- it starts once
  }, []);
  return (
    <video
      ref={player}
      className="stoa-lightbox__film"
      src={address}
      poster={poster}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
    />
  );
}

interface FilmProps {
  picture: Picture;
  /** Starts by itself if it is self-hosted, unless reduced motion is preferred. */
  starts: boolean;
}

/** Plays a video: in a frame of its service, or by itself. */
export function Film({ picture, starts }: FilmProps) {
  const { address, description, caption, film, poster } = picture;
  if (film !== null)
    return <ServiceFilm title={description === "" ? textOf("lightbox.video") : description} page={film} />;
  const label = caption === "" ? textOf("lightbox.video") : caption;
  return (
    <OwnFilm
      address={address}
      label={label}
      poster={poster === null || poster === "" ? undefined : poster}
      starts={starts}
    />
  );
}
