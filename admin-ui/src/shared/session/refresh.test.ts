import { beforeEach, expect, it } from "vitest";
import { createAppStore } from "@/app/store";
import { sessionFor } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { api } from "../api/base-api";
import { refreshSession } from "./refresh";
import { sessionStarted } from "./session-slice";

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, string>({
      query: (orderId) => ({ path: `/api/v1/websites/w-juniper/orders/${orderId}` }),
    }),
  }),
});

function signedInStore() {
  const store = createAppStore();
  const session = sessionFor("owner", "http://stoa.test");
  store.dispatch(sessionStarted(session));
  return { store, token: session.accessToken };
}

beforeEach(() => {
  document.cookie = `crumb=${backEnd.crumb}; path=/`;
  document.cookie = "refresh=owner; path=/";
});

it("shares one request among concurrent callers", async () => {
  const outcomes = await Promise.all([refreshSession(), refreshSession(), refreshSession()]);
  expect(backEnd.refreshes).toBe(1);
  expect(outcomes.every((outcome) => outcome.kind === "renewed")).toBe(true);
});

it("renews an expired token once for several requests, and repeats them", async () => {
  const { store, token } = signedInStore();
  backEnd.expired.add(token);
  const answers = await Promise.all(
    ["o-0", "o-1", "o-2"].map((id) => store.dispatch(probes.endpoints.probe.initiate(id))),
  );
  expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true, true]);
  expect(backEnd.refreshes).toBe(1);
});

it("ends the session when the cookie is no longer valid", async () => {
  const { store, token } = signedInStore();
  backEnd.expired.add(token);
  document.cookie = "refresh=; path=/; max-age=0";
  await store.dispatch(probes.endpoints.probe.initiate("o-0"));
  expect(store.getState().session).toEqual({ status: "signed-out", reason: "ended" });
});

it("gets a new CSRF token and repeats the request once", async () => {
  document.cookie = "crumb=stale; path=/";
  expect((await refreshSession()).kind).toBe("renewed");
});
