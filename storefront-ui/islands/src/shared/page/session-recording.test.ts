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
