import { afterEach, beforeEach, expect, test } from "vitest";
import { stubServer } from "@/testing/server";
import { reportReadLanguage, reportedKey } from "./read-language";

const widget = '<div data-translation-widget data-custom-languages="brand pirate"></div>';

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.lang = "en-US";
  document.body.innerHTML = widget;
});

afterEach(() => {
  document.documentElement.lang = "";
  document.cookie = "SiteUserInfo=; path=/; max-age=0";
});

// spec: site-user.locale.post
test("a translation plugin's language is reported once, a custom code never", async () => {
  const calls = stubServer(() => ({}));
  reportReadLanguage("en-US");
  for (const language of ["pirate", "fr", "brand", "fr", "en-US"]) {
    document.documentElement.lang = language;
    await Promise.resolve();
  }
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ language: "fr" }, { language: "en-US" }]);
  expect(calls[0]).toMatchObject({ method: "POST", path: "/api/site-users/account/locale" });
});

test("without a translation plugin nothing is reported", async () => {
  document.body.innerHTML = "";
  const calls = stubServer(() => ({}));
  reportReadLanguage("en-US");
  document.documentElement.lang = "fr";
  await Promise.resolve();
  expect(calls).toEqual([]);
});

test("a failed report is repeated on the next page", async () => {
  const calls = stubServer(() => "unreachable");
  document.documentElement.lang = "fr";
  reportReadLanguage("en-US");
  await expect.poll(() => calls.length).toBe(1);
  await expect.poll(() => sessionStorage.getItem(reportedKey)).toBeNull();
});

// spec: site-user.login.xsrf-header
test("signed-in visitors report with their CSRF token", async () => {
  document.cookie = `SiteUserInfo=${encodeURIComponent('{"authenticated":true,"siteUserId":"usr_1"}')}; path=/`;
  const calls = stubServer(({ method }) => (method === "GET" ? { body: { xsrfToken: "x1" } } : {}));
  document.documentElement.lang = "fr";
  reportReadLanguage("en-US");
  await expect.poll(() => calls.map(({ method, xsrf }) => `${method} ${xsrf}`)).toEqual(["GET null", "POST x1"]);
});
