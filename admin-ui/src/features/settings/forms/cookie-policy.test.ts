import { expect, test } from "vitest";
import { policies, policyOf, settingsOf } from "./cookie-policy";

test("each policy survives saving and loading", () => {
  for (const { value } of policies) {
    for (const asks of [false, true]) {
      const settings = settingsOf(value, asks);
      expect(policyOf(settings)).toBe(value);
      expect(settings.isCookieBannerEnabled).toBe(asks);
    }
  }
  expect(settingsOf("absolute", false).isRestrictiveCookiePolicyEnabled).toBe(true);
});
