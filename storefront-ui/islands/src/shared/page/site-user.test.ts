import { expect, test, vi } from "vitest";
import { readSiteUserHint } from "./site-user";

// spec: site-user.cookie.fields
test("the cookie contains whether and who is signed in", () => {
  const cookie = encodeURIComponent(JSON.stringify({ authenticated: true, siteUserId: "u1" }));
  expect(readSiteUserHint(cookie)).toEqual({ authenticated: true, siteUserId: "u1" });
  expect(readSiteUserHint(encodeURIComponent("{}"))).toEqual({ authenticated: false, siteUserId: null });
  expect(readSiteUserHint(null)).toBeNull();
});

// spec: site-user.cookie.unparseable
test("an invalid cookie is logged once and counts as signed out", () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(readSiteUserHint("%%%")).toBeNull();
  expect(log).toHaveBeenCalledOnce();
});
