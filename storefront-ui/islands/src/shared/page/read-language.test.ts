import { afterEach, beforeEach, expect, test } from "vitest";
import { stubServer } from "@/testing/server";
import { tellReadLanguage, toldKey } from "./read-language";

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
test("a language of the translation plugin is told once, one with a code of its own never", async () => {
  const calls = stubServer(() => ({}));
  tellReadLanguage("en-US");
  for (const language of ["pirate", "fr", "brand", "fr", "en-US"]) {
    document.documentElement.lang = language;
    await Promise.resolve();
  }
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ language: "fr" }, { language: "en-US" }]);
  expect(calls[0]).toMatchObject({ method: "POST", path: "/api/site-users/account/locale" });
});

test("without a translation plugin nothing is told", async () => {
  document.body.innerHTML = "";
  const calls = stubServer(() => ({}));
  tellReadLanguage("en-US");
  document.documentElement.lang = "fr";
  await Promise.resolve();
  expect(calls).toEqual([]);
});

test("what did not reach the server is told again by the next page", async () => {
  const calls = stubServer(() => "unreachable");
  document.documentElement.lang = "fr";
  tellReadLanguage("en-US");
  await expect.poll(() => calls.length).toBe(1);
  await expect.poll(() => sessionStorage.getItem(toldKey)).toBeNull();
});

// spec: site-user.login.xsrf-header
test("who is signed in tells it with the token of the session", async () => {
  document.cookie = `SiteUserInfo=${encodeURIComponent('{"authenticated":true,"siteUserId":"usr_1"}')}; path=/`;
  const calls = stubServer(({ method }) => (method === "GET" ? { body: { xsrfToken: "x1" } } : {}));
  document.documentElement.lang = "fr";
  tellReadLanguage("en-US");
  await expect.poll(() => calls.map(({ method, xsrf }) => `${method} ${xsrf}`)).toEqual(["GET null", "POST x1"]);
});
