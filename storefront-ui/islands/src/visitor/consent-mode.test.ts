import { afterEach, expect, test } from "vitest";
import { signalConsent } from "./consent-mode";

afterEach(() => {
  delete window.dataLayer;
});

test("the owner's tags are told of the consent, in the form of commands", () => {
  signalConsent(false, "default");
  signalConsent(true);
  const commands = window.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>));
  const settings = (answer: string) => ({
    ad_storage: answer,
    ad_user_data: answer,
    ad_personalization: answer,
    analytics_storage: answer,
  });
  expect(commands).toEqual([
    ["consent", "default", settings("denied")],
    ["consent", "update", settings("granted")],
  ]);
  expect(Array.isArray(window.dataLayer?.[0])).toBe(false);
});
