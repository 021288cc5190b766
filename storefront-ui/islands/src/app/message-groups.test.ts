import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { sentMessages } from "@/testing/english";
import groups from "./message-groups.json";

const source = resolve(import.meta.dirname, "..");
/** Islands in what a script shows later; the page has their messages too. */
const shownLater: Readonly<Record<string, string[]>> = {
  popup: ["form"],
  "data-stoa-quick-view": ["product-form", "restock", "gallery"],
};
/** The code of links that open a dialog, and of what is loaded where an attribute is found. */
const codeOfAttributes: Readonly<Record<string, string>> = {
  "data-stoa-lightbox": "features/lightbox/lightbox",
  "data-stoa-price-of": "features/product/own-prices",
  "data-stoa-quick-view": "features/product/quick-view",
};

function fileOf(name: string): string {
  const found = [`${name}.ts`, `${name}.tsx`, `${name}/index.ts`].find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

/** The files that a file imports, at once or later. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/\bimport type [^;]+;/g, "");
  const names = Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g), ([, name = ""]) => name);
  return names.flatMap((name) => {
    if (name.startsWith("@/")) return [fileOf(join(source, name.slice(2)))];
    return name.startsWith(".") && !name.endsWith(".json") ? [fileOf(join(dirname(file), name))] : [];
  });
}

/** The messages that a file and all that it imports show, but for what `isElsewhere`. */
function keysIn(start: string, isElsewhere: (file: string) => boolean = () => false): Set<string> {
  const files = new Set([start]);
  const keys = new Set<string>();
  for (const file of files) {
    for (const next of importsOf(file)) if (!isElsewhere(next)) files.add(next);
    if (file.endsWith("/keys.ts")) continue;
    for (const [, key = ""] of readFileSync(file, "utf8").matchAll(/"([a-zA-Z]+\.[a-zA-Z]+)"/g)) {
      if (key in english) keys.add(key);
    }
  }
  return keys;
}

function groupsOf(keys: Set<string>): string[] {
  return [...new Set(Array.from(keys, (key) => key.split(".")[0] ?? ""))].sort();
}

const english = sentMessages("en");
const listed: Readonly<Record<string, string[]>> = { ...groups.islands, ...groups.attributes };
const code = new Map<string, string>(
  Object.entries(codeOfAttributes).map(([attribute, file]) => [attribute, fileOf(join(source, file))]),
);
const islands = readFileSync(join(source, "app/islands.ts"), "utf8");
for (const [, name = "", file = ""] of islands.matchAll(
  /^ {2}"?([a-z-]+)"?: \(\) =>(?!\s*Promise)\s[^@]*"@\/([^"]+)"/gm,
)) {
  if (name !== "cart-pill") code.set(name, fileOf(join(source, file)));
}

test("a page gets the messages of each island on it, and no others", () => {
  const found = Object.fromEntries(
    Array.from(code, ([name, file]) => {
      const later = (shownLater[name] ?? []).flatMap((island) => listed[island] ?? []);
      return [name, [...new Set([...groupsOf(keysIn(file)), ...later])].sort()];
    }).filter(([, needed]) => needed?.length !== 0),
  );
  expect(listed).toEqual(found);
});

test("what is on every page has its messages", () => {
  const isElsewhere = (file: string) => [...code.values()].includes(file);
  expect(groupsOf(keysIn(join(source, "app/main.ts"), isElsewhere))).toEqual(groups.page);
});

test("every message is used", () => {
  const used = new Set([...code.values(), join(source, "app/main.ts")].flatMap((file) => [...keysIn(file)]));
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
});
