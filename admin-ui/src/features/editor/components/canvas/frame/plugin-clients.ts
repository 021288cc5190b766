/* Scripts of plugins' blocks, each in a frame of its own, as on the page. */
import { mountClient } from "@stoa/plugin-client";

interface Shown {
  place: HTMLElement;
  end: () => void;
}

let shown: Shown[] = [];

/** Removes frames: all of them, or those of blocks that are gone. */
export function endClients(isGone: (place: HTMLElement) => boolean = () => true): void {
  for (const { end } of shown.filter(({ place }) => isGone(place))) end();
  shown = shown.filter(({ place }) => !isGone(place));
}

/** Shows the blocks that have a script. Their frames come from the editor's host: its policy allows no other. */
export function showClients(editorOrigin: string): void {
  endClients((place) => !place.isConnected);
  const site = new URL(document.baseURI).hostname;
  const addressOf = (frame: string): string =>
    `${editorOrigin}/admin/block-frames/${site}/${frame.slice(frame.lastIndexOf("/") + 1)}`;
  for (const place of document.querySelectorAll<HTMLElement>(".stoa-plugin-client")) {
    if (shown.every((one) => one.place !== place)) shown.push({ place, end: mountClient(place, addressOf) });
  }
}
