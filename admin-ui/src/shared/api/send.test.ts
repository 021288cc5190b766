import { delay, http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { server } from "@/testing/server";
import { send } from "./send";

it("times out", async () => {
  server.use(
    http.get("*/slow", async () => {
      await delay("infinite");
      return HttpResponse.json({});
    }),
  );
  expect(await send({ path: "/slow", within: 50 }, null)).toEqual({ error: { kind: "network" } });
});

it("aborts when the caller does", async () => {
  server.use(
    http.get("*/slow", async () => {
      await delay("infinite");
      return HttpResponse.json({});
    }),
  );
  const nobody = new AbortController();
  const answer = send({ path: "/slow" }, null, nobody.signal);
  nobody.abort();
  expect(await answer).toEqual({ error: { kind: "network" } });
});

it("returns a response in time", async () => {
  server.use(http.get("*/quick", () => HttpResponse.json({ one: 1 })));
  expect(await send({ path: "/quick", within: 5000 }, null)).toEqual({ data: { one: 1 } });
});
