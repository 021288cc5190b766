import { beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "@/testing/server";
import { context } from "@/testing/shop";
import { mayRecord, recordSession, type Visit } from "./session-recording";

const recorded: Visit = {
  siteCountry: "US",
  timeZone: "America/Chicago",
  isSampled: true,
  isEnabled: true,
  cores: 3,
};

function american(): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    timeZone: "America/Chicago",
  } as Intl.ResolvedDateTimeFormatOptions);
  vi.spyOn(navigator, "hardwareConcurrency", "get").mockReturnValue(8);
}

beforeEach(() => {
  vi.restoreAllMocks();
  document.cookie = "ss_cookieAllowed=; Max-Age=0";
  sessionStorage.clear();
});

// spec: session-recording.rule
test("a session is recorded only when all conditions hold", () => {
  expect(mayRecord(recorded)).toBe(true);
  const missing: Partial<Visit>[] = [
    { siteCountry: "CA" },
    { siteCountry: "" },
    { timeZone: "Europe/Berlin" },
    { timeZone: "Pacific/Honolulu" },
    { isSampled: false },
    { isEnabled: false },
    { cores: 2 },
  ];
  for (const condition of missing)
    expect(mayRecord({ ...recorded, ...condition }), JSON.stringify(condition)).toBe(false);
});

// spec: session-recording.get-id
test("the mock id starts nothing, another one starts the recorder", async () => {
  american();
  const start = vi.fn();
  let id = "mock";
  const calls = stubServer(() => ({ body: { id } }));
  await recordSession(context, { share: 1, start });
  expect(calls.map(({ path }) => path)).toEqual(["/api/commerce/fullstory/getId"]);
  expect(start).not.toHaveBeenCalled();
  id = "r1";
  await recordSession(context, { share: 1, start });
  expect(start).toHaveBeenCalledExactlyOnceWith("r1");
});

test("no id is requested without a recorder, in the editor, or without consent", async () => {
  american();
  const start = vi.fn();
  const calls = stubServer(() => ({ body: { id: "r1" } }));
  await recordSession(context);
  await recordSession(context, { share: 0, start });
  await recordSession({ ...context, inEditor: true }, { share: 1, start });
  await recordSession({ ...context, cookies: { asksFirst: true, setByScripts: false } }, { share: 1, start });
  document.cookie = "ss_cookieAllowed=false";
  await recordSession(context, { share: 1, start });
  expect(calls).toEqual([]);
  expect(start).not.toHaveBeenCalled();
});

// spec: session-recording.rule
test("a visit is in the sample or not, whatever number of pages it has", async () => {
  american();
  const start = vi.fn();
  stubServer(() => ({ body: { id: "r1" } }));
  const random = vi.spyOn(Math, "random");
  for (const [first, recorded] of [
    [0.05, 3],
    [0.5, 0],
  ] as const) {
    sessionStorage.clear();
    start.mockClear();
    random.mockReturnValueOnce(first).mockReturnValueOnce(0.9).mockReturnValueOnce(0);
    for (let page = 0; page < 3; page += 1) await recordSession(context, { share: 0.1, start });
    expect(start).toHaveBeenCalledTimes(recorded);
  }
});

test("without storage each page is drawn for itself", async () => {
  american();
  const start = vi.fn();
  stubServer(() => ({ body: { id: "r1" } }));
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  await recordSession(context, { share: 1, start });
  expect(start).toHaveBeenCalledExactlyOnceWith("r1");
});

test("a browser that asks not to be tracked is not recorded, even after its visitor accepted cookies", async () => {
  american();
  const start = vi.fn();
  const calls = stubServer(() => ({ body: { id: "r1" } }));
  document.cookie = "ss_cookieAllowed=true";
  Object.defineProperty(navigator, "globalPrivacyControl", { value: true, configurable: true });
  await recordSession(context, { share: 1, start });
  Reflect.deleteProperty(navigator, "globalPrivacyControl");
  expect(calls).toEqual([]);
  await recordSession(context, { share: 1, start });
  expect(start).toHaveBeenCalledOnce();
});
