import { expect, it } from "vitest";
import { nowIn, offsetOf } from "./time-zones";

const summer = Date.UTC(2026, 6, 1, 12);
const winter = Date.UTC(2026, 0, 1, 12);

it.each([
  ["America/New_York", "UTC−4", "UTC−5"],
  ["Asia/Kolkata", "UTC+5:30", "UTC+5:30"],
  ["UTC", "UTC", "UTC"],
  ["Mars/Base", "", ""],
])("gives the UTC offset of %s in summer and winter", (zone, inSummer, inWinter) => {
  expect([offsetOf(zone, summer), offsetOf(zone, winter)]).toEqual([inSummer, inWinter]);
});

it("gives the local time", () => {
  expect(nowIn("Asia/Tokyo", summer)).toMatch(/^09:00\sPM, UTC\+9$/);
  expect(nowIn("Mars/Base", summer)).toBeNull();
});
