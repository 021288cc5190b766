import { afterEach, expect, test, vi } from "vitest";
import { settled } from "./send";

afterEach(() => document.documentElement.removeAttribute("lang"));

// spec: scripts.language.open
test("answers are asked for in the language of the page", async () => {
  const languages: (string | null)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    languages.push(request.headers.get("Accept-Language"));
    return Promise.resolve(Response.json({}));
  });
  const load = () => settled((api) => api.GET("/api/commerce/shopping-cart"));
  await load();
  document.documentElement.lang = "de-AT";
  await load();
  expect(languages).toEqual([null, "de-AT"]);
});
