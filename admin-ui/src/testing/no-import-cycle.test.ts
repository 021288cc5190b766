import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Linter, type Rule } from "eslint";
import { parser } from "typescript-eslint";
import { afterEach, beforeEach, expect, test } from "vitest";

type Resolve = (name: string, file: string) => { found: boolean; path?: string };
const rulePath = resolve(import.meta.dirname, "../../../deploy/eslint/no-import-cycle.mjs");
const { noImportCycle } = (await import(/* @vite-ignore */ rulePath)) as {
  noImportCycle: (resolve: Resolve) => Rule.RuleModule;
};

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "import-cycle-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const pathOf = (name: string) => join(folder, `${name}.ts`);

/** Messages of the rule for `a`, with an empty cache. */
function messages(files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(pathOf(name), text);
  const rule = noImportCycle((name) =>
    existsSync(pathOf(name)) ? { found: true, path: pathOf(name) } : { found: false },
  );
  const config = {
    files: ["**/*.ts"],
    languageOptions: { parser },
    plugins: { stoa: { rules: { "no-import-cycle": rule } } },
    rules: { "stoa/no-import-cycle": "error" },
  } as Linter.Config;
  const found = new Linter({ cwd: folder }).verify(files["a"] ?? "", [config], { filename: pathOf("a") });
  return found.map(({ message }) => message);
}

const leadsBack = (way: string) => expect.stringContaining(`leads back here: ${way}.`);

test.each([
  ["values", 'import { b } from "b"; export const a = b;', 'import { a } from "a"; export const b = a;'],
  ["types", 'import type { B } from "b"; export type A = B;', 'import type { A } from "a"; export type B = A;'],
  [
    "types among values",
    'import { b } from "b"; export type A = typeof b;',
    'import { type A } from "a"; export const b: A = 1;',
  ],
  ["re-exports", 'export * from "b";', 'export { a } from "a";'],
  ["dynamic imports", 'export const a = () => import("b");', 'export const b = () => import("a");'],
  ["types imported in place", 'export type A = import("b").B;', 'export type B = import("a").A;'],
])("rejects import cycles: %s", (_, a, b) => {
  expect(messages({ a, b })).toEqual([leadsBack("b.ts → a.ts")]);
});

test("names the shortest cycle", () => {
  const files = { a: 'import "b";', b: 'import "c";\nimport "d";', c: 'import "d";', d: 'import "a";' };
  expect(messages(files)).toEqual([leadsBack("b.ts → d.ts → a.ts")]);
});

test("accepts imports without a cycle, including imports of files in a cycle and of packages", () => {
  expect(messages({ a: 'import "react";\nimport "b";\nimport "c";', b: 'import "c";', c: 'import "b";' })).toEqual([]);
});
