import { lookOf, rulesOf } from "./look";

/** What the server tells of a block; see `client_of` in `core/render/src/draw/plugin_output.rs`. */
interface Client {
  frame: string;
  title: string;
  kind: string;
  styles: string;
  data: unknown;
}

/** What a frame sends; see `core/http/src/public/plugin_client/frame.js`. */
type Message =
  | { type: "ready" }
  | { type: "shown" | "height"; height: number }
  | { type: "follow"; link: number }
  | { type: "failed"; reason: string };

/** Milliseconds after which a frame that shows nothing has failed. */
const showTimeout = 10_000;
const maxHeight = 10_000;
/** Milliseconds for which browsers count a press as one of the visitor. */
const pressLasts = 5000;

function messageIn(data: unknown): Message | null {
  const isOfClient = typeof data === "object" && data !== null && "stoa" in data && data.stoa === "client";
  return isOfClient ? (data as unknown as Message) : null;
}

function clientOf(place: HTMLElement): Client | null {
  const text = place.querySelector(":scope > script")?.textContent;
  return text ? (JSON.parse(text) as Client) : null;
}

/**
 * Shows a block in a frame without an origin, in which the plugin's script runs. Until it is ready, and whenever it
 * fails, the page shows what the server has drawn. `addressOf` may change the address of the frame, as the editor does.
 * Returns how to remove the frame.
 */
export function mountClient(place: HTMLElement, addressOf = (frame: string) => frame): () => void {
  const client = clientOf(place);
  const drawn = place.firstElementChild;
  if (client === null || drawn === null || !("style" in drawn)) return () => undefined;
  const fallback = drawn as HTMLElement;
  const frame = document.createElement("iframe");
  let loads = 0;
  let followed = -pressLasts;

  const end = (): void => {
    window.removeEventListener("message", take);
    clearTimeout(late);
    frame.remove();
    fallback.style.display = "flow-root";
    place.style.minBlockSize = "";
  };
  const giveUp = (reason: string): void => {
    end();
    // For the author of the plugin: `stoa plugin dev` shows it on the page.
    const detail = `${client.title}: ${reason}`;
    console.warn(detail);
    document.dispatchEvent(new CustomEvent("stoa:client-failed", { detail }));
  };
  const stretch = (height: unknown): void => {
    frame.style.blockSize = `${Math.min(Math.max(Number(height) || 0, 0), maxHeight)}px`;
  };
  const begin = (): void => {
    const block = {
      stoa: "block",
      html: fallback.innerHTML,
      kind: client.kind,
      styles: client.styles,
      data: client.data,
      look: lookOf(place),
      rules: rulesOf(fallback),
      locale: place.closest("[lang]")?.getAttribute("lang") ?? "",
      direction: getComputedStyle(place).direction || "ltr",
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    };
    // The origin of the frame is opaque, so that none can be named.
    frame.contentWindow?.postMessage(block, "*");
  };
  const show = (height: unknown): void => {
    clearTimeout(late);
    // Nothing moves, even if the frame is a little lower than what it replaces.
    place.style.minBlockSize = `${fallback.getBoundingClientRect().height}px`;
    window.addEventListener("resize", () => (place.style.minBlockSize = ""), { once: true });
    stretch(height);
    frame.style.position = "static";
    frame.style.visibility = "visible";
    fallback.style.display = "none";
  };
  const isInView = (): boolean => {
    const { top, bottom } = frame.getBoundingClientRect();
    return frame.style.visibility === "visible" && bottom > top && bottom > 0 && top < innerHeight;
  };
  const follow = (number: number): void => {
    // One of the links that the server has drawn, for each press or key of the visitor. The press may have been anywhere
    // on the page; one in the frame has moved the focus there.
    const link = fallback.querySelectorAll<HTMLAnchorElement>("a[href]")[number];
    const isPressed = navigator.userActivation?.isActive && document.activeElement === frame && isInView();
    if (!link || !isPressed || performance.now() - followed < pressLasts) return;
    followed = performance.now();
    link.click();
  };
  const take = ({ source, data }: MessageEvent<unknown>): void => {
    const message = source !== null && source === frame.contentWindow ? messageIn(data) : null;
    if (message === null) return;
    if (message.type === "ready") begin();
    else if (message.type === "shown") show(message.height);
    else if (message.type === "height" && frame.style.visibility === "visible") stretch(message.height);
    else if (message.type === "follow") follow(message.link);
    else if (message.type === "failed") giveUp(message.reason);
  };
  const late = setTimeout(() => giveUp("nothing is shown"), showTimeout);

  window.addEventListener("message", take);
  frame.addEventListener("load", () => {
    loads += 1;
    if (loads > 1) giveUp("the frame has left its page");
  });
  frame.title = client.title;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.src = addressOf(client.frame);
  place.style.position = "relative";
  Object.assign(frame.style, {
    display: "block",
    position: "absolute",
    inset: "0",
    inlineSize: "100%",
    blockSize: "100%",
    border: "0",
    visibility: "hidden",
    colorScheme: getComputedStyle(place).colorScheme,
  });
  place.append(frame);
  return end;
}
