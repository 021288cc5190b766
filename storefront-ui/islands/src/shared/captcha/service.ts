import type { Captcha } from "./contract";

/** API of the service's script. */
interface PuzzleApi {
  ready: (then: () => void) => void;
  render: (place: HTMLElement, options: { sitekey: string; size: "compact" | "normal" }) => number;
  getResponse: (puzzle: number) => string;
  reset: (puzzle: number) => void;
  enterprise?: {
    ready: (then: () => void) => void;
    execute: (siteKey: string, options: { action: string }) => Promise<string>;
  };
}

declare global {
  interface Window {
    grecaptcha?: PuzzleApi;
  }
}

/** Below this width of its element the compact form is used, in pixels. */
const narrow = 320;

const loading = new Map<string, Promise<PuzzleApi | null>>();

function load(address: string): Promise<PuzzleApi | null> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const loaded = new Promise<PuzzleApi | null>((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.addEventListener("error", () => {
      resolve(null);
    });
    script.addEventListener("load", () => {
      const api = window.grecaptcha;
      if (api === undefined) resolve(null);
      else
        (api.enterprise ?? api).ready(() => {
          resolve(api);
        });
    });
    document.head.append(script);
  });
  loading.set(address, loaded);
  return loaded;
}

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.set(name, value);
  return url.toString();
}

/** A checkbox challenge rendered on the page. */
export function checkbox(siteKey: string, address: string): Captcha {
  let api: PuzzleApi | null = null;
  let puzzle: number | null = null;
  let shown = Promise.resolve();
  const show = async (place: HTMLElement | null): Promise<void> => {
    if (place === null || place.childElementCount > 0) return;
    api = await load(withParameter(address, "render", "explicit"));
    if (api === null || place.childElementCount > 0) return;
    const size = place.getBoundingClientRect().width < narrow ? "compact" : "normal";
    puzzle = api.render(place, { sitekey: siteKey, size });
  };
  return {
    isEnterprise: false,
    show: (place) => {
      shown = show(place);
      return shown;
    },
    prove: async () => {
      await shown;
      if (api === null || puzzle === null) throw new Error("the puzzle is not there");
      const token = api.getResponse(puzzle);
      return token === "" ? null : token;
    },
    renew: () => {
      if (puzzle !== null) api?.reset(puzzle);
    },
  };
}

/** Score-based, without a challenge. */
export function enterprise(siteKey: string, address: string): Captcha {
  return {
    isEnterprise: true,
    show: () => Promise.resolve(),
    prove: async () => {
      const api = await load(withParameter(address, "render", siteKey));
      const token = await api?.enterprise?.execute(siteKey, { action: "submit" }).catch(() => "");
      return token === undefined || token === "" ? null : token;
    },
    renew: () => undefined,
  };
}
