import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Files = Record<string, string>;
const admin = resolve(import.meta.dirname, "../..");
const plugin = resolve(admin, "../deploy/lint/plugin.mjs");

const cycles: Record<string, Files> = {
  values: { a: 'import { b } from "./b"; export const a = b;', b: 'import { a } from "./a"; export const b = a;' },
  types: {
    a: 'import type { B } from "./b"; export type A = B;',
    b: 'import type { A } from "./a"; export type B = A;',
  },
  "types-among-values": {
    a: 'import { b } from "./b"; export type A = typeof b;',
    b: 'import { type A } from "./a"; export const b: A = 1;',
  },
  "re-exports": { a: 'export * from "./b";', b: 'export { a } from "./a";' },
  "dynamic-imports": { a: 'export const a = () => import("./b");', b: 'export const b = () => import("./a");' },
  "types-in-place": { a: 'export type A = import("./b").B;', b: 'export type B = import("./a").A;' },
};
const others: Record<string, Files> = {
  shortest: {
    a: 'import "./b";',
    b: 'import "./c";\nimport "./d";',
    c: 'import "./d";',
    d: 'import "./a";',
  },
  none: { a: 'import "react";\nimport "./b";\nimport "./c";', b: 'import "./c";', c: 'import "./b";' },
};

const refused: Files = {
  "shared/up.ts": 'import { app } from "@/app/app"; export const up = app;',
  "shared/type.ts": 'import type { App } from "../app/app"; export type Up = App;',
  "shared/place.ts": 'export type Up = import("@/app/app").App;',
  "shared/again.ts": 'export * from "@/app/app";',
  "shared/late.ts": 'export const up = () => import("@/app/app");',
  "features/carts/cart.ts": 'import { order } from "@/features/orders/order"; export const cart = order;',
};
const allowed: Files = {
  "app/app.ts": 'import { order } from "@/features/orders/order"; export const app = order; export type App = 1;',
  "features/orders/order.ts": 'import { line } from "./parts/line"; export const order = line;',
  "features/orders/parts/line.ts": 'import { word } from "@/shared/word"; export const line = word;',
  "shared/word.ts": 'import "react"; import { word as other } from "@/words/word"; export const word = other;',
  "words/word.ts": "export const word = 1;",
};

const shown: Files = {
  text: "export const a = <p>Added</p>;",
  value: 'export const a = <p>{"Added"}</p>;',
  fragment: 'export const a = <>{"Added"}</>;',
  choice: 'export const a = (is: boolean) => <p>{is ? "Added" : null}</p>;',
  sum: 'export const a = (count: number) => <p>{"Added " + count}</p>;',
  template: "export const a = (count: number) => <p>{`${count} added`}</p>;",
  assertion: 'export const a = <p>{"Added" as string}</p>;',
  attribute: 'export const a = (name: string) => <img alt={"Picture of " + name} />;',
  variable: 'export const a = "Added to the cart";',
};
const unseen: Files = {
  key: 'export const a = (textOf: (key: string) => string) => <p className="row last">{textOf("cart.added")}</p>;',
  number: "export const a = (count: number) => <p>{count + 1}</p>;",
  comparison: 'export const a = (state: string) => <p>{state === "added" && 1}</p>;',
  error: 'export const a = () => new Error("Added to no cart");',
};

interface Diagnostic {
  message: string;
  code: string;
  filename: string;
}

let folder = "";
let found: Diagnostic[] = [];

/** Files of all tests, which one run of the linter reads. */
function write(files: Files) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lint-rules-")));
  const directions = { app: ["features", "shared"], features: ["shared"], shared: [] };
  write({
    "plugin.mjs": `import { stoaRules } from "${plugin}"; export default stoaRules("${join(folder, "src")}");`,
    ".oxlintrc.json": JSON.stringify({
      plugins: [],
      categories: { correctness: "off" },
      jsPlugins: ["./plugin.mjs"],
      rules: { "stoa/no-import-cycle": "error" },
      overrides: [
        { files: ["src/**"], rules: { "stoa/import-directions": ["error", directions] } },
        { files: ["words/**"], rules: { "stoa/no-literal-words": "error" } },
      ],
    }),
  });
  for (const [name, text] of Object.entries({ ...refused, ...allowed })) write({ [`src/${name}`]: text });
  for (const [name, files] of Object.entries({ ...cycles, ...others })) {
    for (const [file, text] of Object.entries(files)) write({ [`${name}/${file}.ts`]: text });
  }
  for (const [name, text] of Object.entries({ ...shown, ...unseen })) write({ [`words/${name}.tsx`]: text });
  const oxlint = spawnSync(join(admin, "node_modules/.bin/oxlint"), ["--format", "json"], {
    cwd: folder,
    encoding: "utf8",
  });
  found = (JSON.parse(oxlint.stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}, 30_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const messages = (rule: string, file: string) =>
  found.filter(({ code, filename }) => code === `stoa(${rule})` && filename === file).map(({ message }) => message);
const leadsBack = (way: string) => expect.stringContaining(`leads back here: ${way}.`);

describe("import cycles", () => {
  test.each(Object.keys(cycles))("are refused: %s", (name) => {
    expect(messages("no-import-cycle", `${name}/a.ts`)).toEqual([leadsBack(`${name}/b.ts → ${name}/a.ts`)]);
  });

  test("are named by the shortest way", () => {
    expect(messages("no-import-cycle", "shortest/a.ts")).toEqual([
      leadsBack("shortest/b.ts → shortest/d.ts → shortest/a.ts"),
    ]);
  });

  test("are not found where files in a cycle, or packages, are imported from outside", () => {
    expect(messages("no-import-cycle", "none/a.ts")).toEqual([]);
  });
});

describe("import directions", () => {
  test.each(Object.keys(refused))("are refused: %s", (name) => {
    const [from, to] = name.startsWith("shared") ? ["shared", "app"] : ["features/carts", "features/orders"];
    expect(messages("import-directions", `src/${name}`)).toEqual([`${from} may not import ${to} here`]);
  });

  test.each(Object.keys(allowed))("are accepted: %s", (name) => {
    expect(messages("import-directions", `src/${name}`)).toEqual([]);
  });
});

describe("words in one language", () => {
  test.each(Object.keys(shown))("are refused: %s", (name) => {
    expect(messages("no-literal-words", `words/${name}.tsx`)[0]).toContain("is shown in one language only");
  });

  test.each(Object.keys(unseen))("are accepted where nobody reads them: %s", (name) => {
    expect(messages("no-literal-words", `words/${name}.tsx`)).toEqual([]);
  });
});
