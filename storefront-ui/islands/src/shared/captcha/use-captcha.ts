import { useEffect, useRef } from "react";
import type { Captcha } from "./contract";

/**
 * The captcha that the server set for an element, loaded and rendered into its place if there is one. The returned
 * function resolves to it, or to null without one.
 */
export function useCaptcha(element: HTMLElement, place: HTMLElement | null): () => Promise<Captcha | null> {
  const loaded = useRef<Promise<Captcha | null>>(undefined);
  const load = async (): Promise<Captcha | null> => {
    if (element.dataset.captchaKind === undefined) return null;
    const { captchaOf } = await import("./captcha");
    return captchaOf(element);
  };
  const captcha = (): Promise<Captcha | null> => {
    loaded.current ??= load().catch((error: unknown) => {
      loaded.current = undefined;
      throw error;
    });
    return loaded.current;
  };
  useEffect(() => {
    // Errors are shown when the form is submitted.
    void captcha()
      .then((found) => found?.show(place))
      .catch(() => undefined);
    // oxlint-disable-next-line exhaustive-deps -- once
  }, []);
  return captcha;
}
