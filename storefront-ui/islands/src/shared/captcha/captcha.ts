import { checkbox, enterprise } from "./service";
import { work } from "./work";

/** What is said while a puzzle is not solved. */
export const unsolvedCaptcha = "Complete CAPTCHA before submitting.";
/** What is said when the captcha itself does not work. */
export const captchaFailed = "reCAPTCHA failed. Refresh this page and try again.";
export const captchaNotSetUp = "ReCaptcha has not been set up!";

/** How a page tells people from programs. */
export interface Captcha {
  isEnterprise: boolean;
  /** Puts the puzzle into its place, once. */
  show: (place: HTMLElement | null) => Promise<void>;
  /** The token that proves a person, or null while the puzzle is not solved. `challenge` came with the key of the call. */
  prove: (challenge: string | null) => Promise<string | null>;
  /** A token is good for one call. */
  renew: () => void;
}

const missing: Captcha = {
  isEnterprise: false,
  show: () => Promise.reject(new Error(captchaNotSetUp)),
  prove: () => Promise.reject(new Error(captchaNotSetUp)),
  renew: () => undefined,
};

/** The captcha that the server set up for a place; null where there is none. */
export function captchaOf(place: HTMLElement): Captcha | null {
  const { captchaKind, captchaKey = "", captchaScript = "" } = place.dataset;
  if (captchaKind === undefined) return null;
  if (captchaKind === "work") return work;
  if (captchaKey === "" || captchaScript === "") return missing;
  return captchaKind === "enterprise" ? enterprise(captchaKey, captchaScript) : checkbox(captchaKey, captchaScript);
}
