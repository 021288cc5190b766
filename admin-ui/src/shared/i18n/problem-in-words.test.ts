import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { showLanguage } from "./language";
import { problemInWords } from "./problem-in-words";
import { problemTexts } from "./problem-texts/all";

afterEach(() => showLanguage("en"));

const core = join(import.meta.dirname, "../../../../core");

/** Codes of sentences that only visitors of a site get: about carts, checkouts, forms, their accounts and wishlists. */
const ofVisitors = new Set(["commerce/src/problem_texts.rs", "audience/src/problem_texts.rs"]);

function codesIn(file: string): string[] {
  const text = readFileSync(join(core, file), "utf8");
  return [...text.matchAll(/^ {4}pub(?:\(crate\))? [A-Z0-9_]+ = "([a-z0-9-]+)",/gm)].flatMap(([, code]) => code ?? []);
}

test("each code of the server has a sentence in the admin, or is one for visitors", () => {
  const files = readdirSync(core, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^\w+\/src\/(\w*problem_texts|contributor_texts)\.rs$/.test(file))
    .concat("../tenancy/src/contributor_texts.rs");
  expect(files.length).toBeGreaterThan(5);
  const kinds = [
    ...readFileSync(join(core, "kernel/src/error.rs"), "utf8").matchAll(/^ {4}\w+, "([a-z-]+)", \d{3}, /gm),
  ];
  expect(kinds.length).toBeGreaterThan(30);
  const said = files.filter((file) => !ofVisitors.has(file)).flatMap(codesIn);
  const missing = [...said, ...kinds.map(([, code]) => String(code))].filter((code) => !(code in problemTexts));
  expect(missing).toEqual([]);
  const known = new Set([...files.flatMap(codesIn), ...kinds.map(([, code]) => String(code))]);
  expect(Object.keys(problemTexts).filter((code) => !known.has(code))).toEqual([]);
});

const tooLong = {
  type: "about:blank",
  title: "Some values are invalid",
  status: 400,
  code: "validation-failed",
  detail: "Use at most 1000 characters.",
  error: "Use at most 1000 characters.",
  errors: { name: "Use at most 1000 characters.", colour: "This colour is not in the palette." },
  detailText: { code: "text-too-long", params: { count: 1000 } },
  errorTexts: { name: { code: "text-too-long", params: { count: 1000 } } },
};

test("a problem is said in the language that is shown, by its codes", async () => {
  expect(await problemInWords(tooLong)).toBe(tooLong);
  await showLanguage("de");
  expect(await problemInWords(tooLong)).toMatchObject({
    detail: "Verwenden Sie höchstens 1.000 Zeichen.",
    errors: { name: "Verwenden Sie höchstens 1.000 Zeichen.", colour: "This colour is not in the palette." },
  });
  const wrong = { code: "value-must-be-not", params: { wanted: "a whole number from 0 to 65535", given: "a string" } };
  const body = { ...tooLong, errors: { count: "This must be …" }, errorTexts: { count: wrong } };
  expect((await problemInWords(body)).errors).toEqual({
    count: "Dies muss eine ganze Zahl von 0 bis 65.535 sein, nicht ein Text.",
  });
  const { type, error } = tooLong;
  const plain = { type, error, title: "Not found", detail: "Not found", code: "not-found", status: 404 };
  expect((await problemInWords(plain)).detail).not.toBe("Not found");
  const special = { ...plain, detail: "No such thing here." };
  expect((await problemInWords(special)).detail).toBe("No such thing here.");
});
