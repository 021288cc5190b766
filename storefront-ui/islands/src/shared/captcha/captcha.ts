import { textOf } from "@/shared/text/messages";
import type { Captcha } from "./contract";
import { checkbox, enterprise } from "./service";
import { proofOfWork } from "./proof-of-work";

/** Error message while the captcha is not solved. */
export const unsolvedCaptcha = textOf("captcha.unsolved");
/** Error message if the captcha itself fails. */
export const captchaFailed = textOf("captcha.failed");
const captchaNotSetUp = "ReCaptcha has not been set up!";

const missing: Captcha = {
  isEnterprise: false,
  show: () => Promise.reject(new Error(captchaNotSetUp)),
  prove: () => Promise.reject(new Error(captchaNotSetUp)),
  renew: () => undefined,
};

/** The captcha configured for an element; null if there is none. */
export function captchaOf(place: HTMLElement): Captcha | null {
  const { captchaKind, captchaKey = "", captchaScript = "" } = place.dataset;
  if (captchaKind === undefined) return null;
  if (captchaKind === "work") return proofOfWork;
  if (captchaKey === "" || captchaScript === "") return missing;
  return captchaKind === "enterprise" ? enterprise(captchaKey, captchaScript) : checkbox(captchaKey, captchaScript);
}
