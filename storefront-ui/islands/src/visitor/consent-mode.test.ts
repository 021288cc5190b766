import { afterEach, expect, test } from "vitest";
import { signalConsent } from "./consent-mode";

afterEach(() => {
  delete window.dataLayer;
});

const commands = () => window.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>));
const settings = (answer: string) => ({
  ad_storage: answer,
  ad_user_data: answer,
  ad_personalization: answer,
  analytics_storage: answer,
});

test("the owner's tags are told of the consent, in the form of a command", () => {
  window.dataLayer = [];
  signalConsent(false);
  signalConsent(true);
  expect(commands()).toEqual([
    ["consent", "update", settings("denied")],
    ["consent", "update", settings("granted")],
  ]);
  expect(Array.isArray(window.dataLayer[0])).toBe(false);
});

test("a page without tags gets no queue for them", () => {
  signalConsent(true);
  expect(window.dataLayer).toBeUndefined();
});
