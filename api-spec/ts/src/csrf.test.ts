import { afterEach, expect, it, vi } from "vitest";
import { fetchWithCsrf, readCsrfToken } from "./csrf";

afterEach(() => vi.unstubAllGlobals());

function refusal(): Response {
  const body = { type: "about:blank", title: "Forbidden", status: 403, code: "crumb-invalid", crumbFail: true };
  return Response.json(body, { status: 403 });
}

it("reads the CSRF token among other cookies", () => {
  expect(readCsrfToken("a=1; crumb=x%3Dy; b=2")).toBe("x=y");
  expect(readCsrfToken("a=1")).toBeNull();
});

it("prefers the host-bound cookie at any position", () => {
  expect(readCsrfToken("crumb=planted; __Host-crumb=own")).toBe("own");
  expect(readCsrfToken("__Host-crumb=own; crumb=planted")).toBe("own");
});

it("repeats a refused request once with the new token", async () => {
  const page = { cookie: "crumb=old" };
  const sent: (string | null)[] = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", (request: Request) => {
    sent.push(request.headers.get("X-CSRF-Token"));
    page.cookie = "crumb=new";
    return Promise.resolve(sent.length === 1 ? refusal() : Response.json({ ok: true }));
  });
  const response = await fetchWithCsrf("http://stoa.test/api/x", { method: "POST", body: "{}" });
  expect(response.status).toBe(200);
  expect(sent).toEqual(["old", "new"]);
});

it("gives up after the second refusal", async () => {
  vi.stubGlobal("document", { cookie: "crumb=old" });
  const calls = vi.fn(() => Promise.resolve(refusal()));
  vi.stubGlobal("fetch", calls);
  const response = await fetchWithCsrf("http://stoa.test/api/x", { method: "DELETE" });
  expect(response.status).toBe(403);
  expect(calls).toHaveBeenCalledTimes(2);
});
