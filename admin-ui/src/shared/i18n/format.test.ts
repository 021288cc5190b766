import { expect, it } from "vitest";
import { formatBytes } from "./format";

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
