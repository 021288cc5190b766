import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppStore } from "@/app/store";
import { sessionStarted } from "@/shared/session/session-slice";
import { sessionFor } from "@/testing/access";
import { server } from "@/testing/server";
import * as errors from "../errors/report";
import { preferencesApi, refetchEvent } from "./commerce-preferences";

const address = "*/api/v1/commerce-preferences/:namespace";
const ref = { websiteId: "w-juniper", namespace: "orders-list" };
const { commercePreferences, saveCommercePreferences } = preferencesApi.endpoints;

let log: string[] = [];
let stored: Record<string, unknown> = {};
let failing: string[] = [];
const reported = vi.fn();

function note(event: Event): void {
  log.push(`event ${JSON.stringify((event as CustomEvent<unknown>).detail)}`);
}

beforeEach(() => {
  log = [];
  stored = { a: 1 };
  failing = [];
  reported.mockClear();
  vi.spyOn(errors, "report").mockImplementation(reported);
  window.addEventListener(refetchEvent, note);
  const answer = (word: string, request: Request, change?: Record<string, unknown>) => {
    log.push(`${word} ${request.headers.get("X-Website-Id")}`);
    if (failing.includes(word)) return new HttpResponse(null, { status: 500 });
    if (change !== undefined) stored = change;
    return HttpResponse.json({ websiteId: "w-juniper", ...stored });
  };
  server.use(
    http.get(address, ({ request }) => answer("GET", request)),
    http.put(address, async ({ request }) => answer("PUT", request, (await request.json()) as Record<string, unknown>)),
  );
});

afterEach(() => window.removeEventListener(refetchEvent, note));

function signedIn() {
  const store = createAppStore();
  store.dispatch(sessionStarted(sessionFor("owner", "http://stoa.test")));
  return store;
}

// spec: commerce-preferences.entity, commerce-preferences.cache
test("caches preferences per namespace, without the site id", async () => {
  const store = signedIn();
  const first = await store.dispatch(commercePreferences.initiate(ref)).unwrap();
  const second = await store.dispatch(commercePreferences.initiate(ref)).unwrap();
  expect([first, second]).toEqual([{ a: 1 }, { a: 1 }]);
  expect(log).toEqual(["GET w-juniper"]);
  await store.dispatch(commercePreferences.initiate({ ...ref, namespace: "other" })).unwrap();
  expect(log).toHaveLength(2);
});

// spec: commerce-preferences.save-order
test("a save updates the cache, then notifies, then sends the request", async () => {
  const store = signedIn();
  await store.dispatch(commercePreferences.initiate(ref)).unwrap();
  const selected = () => commercePreferences.select(ref)(store.getState()).data;
  const seen: unknown[] = [];
  const look = () => seen.push(selected());
  window.addEventListener(refetchEvent, look);
  const saved = await store.dispatch(saveCommercePreferences.initiate({ ...ref, preferences: { a: 2 } })).unwrap();
  window.removeEventListener(refetchEvent, look);
  expect(seen).toEqual([{ a: 2 }]);
  expect(log).toEqual(["GET w-juniper", `event ${JSON.stringify(ref)}`, "PUT w-juniper"]);
  expect([saved, stored, selected()]).toEqual([{ a: 2 }, { a: 2 }, { a: 2 }]);
});

// spec: commerce-preferences.failure
test("a failure is reported once and thrown", async () => {
  const store = signedIn();
  failing = ["GET", "PUT"];
  await expect(store.dispatch(commercePreferences.initiate(ref)).unwrap()).rejects.toMatchObject({ status: 500 });
  expect(reported).toHaveBeenCalledTimes(1);
  const save = store.dispatch(saveCommercePreferences.initiate({ ...ref, preferences: { a: 2 } }));
  await expect(save.unwrap()).rejects.toMatchObject({ status: 500 });
  expect(reported).toHaveBeenCalledTimes(2);
});

// spec: commerce-preferences.rollback.open
test("preferences are reloaded after a failed save", async () => {
  const store = signedIn();
  await store.dispatch(commercePreferences.initiate(ref)).unwrap();
  failing = ["PUT"];
  const save = store.dispatch(saveCommercePreferences.initiate({ ...ref, preferences: { a: 2 } }));
  await expect(save.unwrap()).rejects.toBeDefined();
  expect(log.filter((line) => line.startsWith("event"))).toHaveLength(2);
  const read = () => store.dispatch(commercePreferences.initiate(ref)).unwrap();
  await vi.waitFor(async () => expect(await read()).toEqual({ a: 1 }));
});
