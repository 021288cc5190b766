import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";
import { solve, solveInSlices } from "./solve";

const hex = (words: Int32Array): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

test("the hash equals the standard SHA-256", () => {
  for (const text of ["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(64), "b".repeat(200)]) {
    expect(hex(sha256(text)), text).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

test("a solution begins with the required zero bits", async () => {
  const challenge = "12.1700000000000.c2lnbmF0dXJl";
  for (const token of [solve(challenge), await solveInSlices(challenge)]) {
    expect(token.startsWith(`${challenge}.`)).toBe(true);
    expect(createHash("sha256").update(token).digest("hex").startsWith("000")).toBe(true);
  }
});
