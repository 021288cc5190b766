import { useEffect, useState } from "react";
import { prefersReducedMotion } from "@/shared/motion/reduced-motion";
import { Placed } from "@/shared/react/placed";
import { textOf } from "@/shared/text/messages";

interface PlayButtonProps {
  gallery: HTMLElement;
  /** Called for each next image. */
  onStep: () => void;
}

function secondsOf(gallery: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(gallery).getPropertyValue("--gallery-seconds")) || 5;
}

/** Autoplay, with the button that stops and starts it, at the beginning of the gallery. */
export function PlayButton({ gallery, onStep }: PlayButtonProps) {
  const [seconds] = useState(() => secondsOf(gallery));
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion());

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(onStep, seconds * 1000);
    return () => clearInterval(timer);
  }, [isPlaying, seconds, onStep]);

  return (
    <Placed
      name="button"
      put={(button) => gallery.prepend(button)}
      type="button"
      class="stoa-gallery__play"
      onClick={() => setPlaying(!isPlaying)}
    >
      {isPlaying ? textOf("gallery.pause") : textOf("gallery.play")}
    </Placed>
  );
}
