import { expect, it } from "vitest";
import { formatBytes, formatShare } from "./format";
import { showLanguage } from "./language";

// spec: ui.bytes-per-mb
it.each([
  [20_000_000, "20 MB"],
  [2_500_000_000, "2.5 GB"],
  [1_000_000, "1 MB"],
  [3_400_000, "3.4 MB"],
  [999_000, "999 kB"],
  [17, "17 bytes"],
])("formats %i bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it("formats shares in the language that is shown", async () => {
  expect([formatShare(0.0725), formatShare(0.5, "exceptZero"), formatShare(0, "exceptZero")]).toEqual([
    "7.25%",
    "+50%",
    "0%",
  ]);
  await showLanguage("de");
  expect(formatShare(0.0725)).toBe("7,25\u00a0%");
  await showLanguage("en");
});
