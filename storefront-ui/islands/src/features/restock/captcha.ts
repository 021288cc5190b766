/** What the service's script gives to a page. */
interface PuzzleApi {
  ready: (then: () => void) => void;
  render: (place: HTMLElement, options: { sitekey: string }) => number;
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

/** The part of a sign-up that proves a person. */
export type Proof = { captchaToken: string } | { recaptchaEnterpriseV3Token: string } | Record<string, never>;

/** How a page tells people from programs; without a captcha nothing is proven. */
export interface Captcha {
  isEnterprise: boolean;
  /** Puts the puzzle into its place, once. */
  show: (place: HTMLElement | null) => Promise<void>;
  /** The proof, or null while the puzzle is not solved. */
  prove: () => Promise<Proof | null>;
  /** A proof is good for one call. */
  renew: () => void;
}

const none: Captcha = {
  isEnterprise: false,
  show: () => Promise.resolve(),
  prove: () => Promise.resolve({}),
  renew: () => undefined,
};

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
      else (api.enterprise ?? api).ready(() => {
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

function checkbox(siteKey: string, address: string): Captcha {
  let api: PuzzleApi | null = null;
  let puzzle: number | null = null;
  return {
    isEnterprise: false,
    show: async (place) => {
      if (place === null || place.childElementCount > 0) return;
      api = await load(withParameter(address, "render", "explicit"));
      if (api !== null && place.childElementCount === 0) puzzle = api.render(place, { sitekey: siteKey });
    },
    prove: () => {
      const captchaToken = api === null || puzzle === null ? "" : api.getResponse(puzzle);
      return Promise.resolve(captchaToken === "" ? null : { captchaToken });
    },
    renew: () => {
      if (puzzle !== null) api?.reset(puzzle);
    },
  };
}

function enterprise(siteKey: string, address: string): Captcha {
  return {
    isEnterprise: true,
    show: () => Promise.resolve(),
    prove: async () => {
      const api = await load(withParameter(address, "render", siteKey));
      const token = await api?.enterprise?.execute(siteKey, { action: "restock" }).catch(() => "");
      return token === undefined || token === "" ? null : { recaptchaEnterpriseV3Token: token };
    },
    renew: () => undefined,
  };
}

/** The captcha that the server set up for the page. */
export function captchaOf(place: HTMLElement): Captcha {
  const { captchaKind, captchaKey = "", captchaScript = "" } = place.dataset;
  if (captchaKind === undefined || captchaKey === "" || captchaScript === "") return none;
  return captchaKind === "enterprise" ? enterprise(captchaKey, captchaScript) : checkbox(captchaKey, captchaScript);
}
