import { afterEach, expect, it } from "vitest";
import { formatDay, formatMoment } from "./format";
import { momentToText, parseMoment, zoneHelp } from "./local-time";
import { showTimesIn } from "./shown-zone";

afterEach(() => showTimesIn(undefined));

it("shows and enters times in the zone of the site, and names it", () => {
  showTimesIn("Pacific/Chatham");
  const time = Date.UTC(2026, 11, 31, 12, 30);
  expect(formatMoment(time)).toMatch(/^Jan 1, 2027, 2:15\sAM GMT\+13:45$/);
  expect(formatDay(time, Date.UTC(2026, 11, 31, 8))).toBe("Jan 1, 2027");
  expect(formatDay(time, Date.UTC(2026, 11, 31, 11))).toBe("Jan 1");
  expect(momentToText(time)).toBe("2027-01-01T02:15");
  expect(parseMoment("2027-01-01T02:15")).toBe(time);
  expect(zoneHelp()).toBe("In the time zone of the site: Pacific/Chatham");
});

it("uses the zone of the browser without a zone, or with one that the browser does not know", () => {
  const time = Date.UTC(2026, 6, 3, 12);
  const usual = formatMoment(time);
  showTimesIn("Mars/Base");
  expect(formatMoment(time)).toBe(usual);
  expect(parseMoment(momentToText(time))).toBe(time);
  expect(zoneHelp()).toBe("In your time zone");
});

it.each([
  ["the first of a time that occurs twice", "America/New_York", "2026-11-01T01:30", Date.UTC(2026, 10, 1, 5, 30)],
  ["the first of a time that occurs twice", "Europe/Berlin", "2026-10-25T02:30", Date.UTC(2026, 9, 25, 0, 30)],
  ["a later time for one that is left out", "America/New_York", "2026-03-08T02:30", Date.UTC(2026, 2, 8, 7, 30)],
  ["a later time for one that is left out", "Europe/Berlin", "2026-03-29T02:30", Date.UTC(2026, 2, 29, 1, 30)],
  ["the hour before a change", "America/New_York", "2026-11-01T00:30", Date.UTC(2026, 10, 1, 4, 30)],
  ["the hour after a change", "America/New_York", "2026-11-01T02:30", Date.UTC(2026, 10, 1, 7, 30)],
  ["the hour after a change", "Europe/Berlin", "2026-03-29T03:30", Date.UTC(2026, 2, 29, 1, 30)],
])("takes %s (%s)", (_, zone, text, time) => {
  showTimesIn(zone);
  expect(parseMoment(text)).toBe(time);
});

it("has no instant for an empty input", () => {
  expect([parseMoment(""), momentToText(null)]).toEqual([null, ""]);
});
