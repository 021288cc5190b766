// Whether the catalogues have the messages of the code: extracts them as `npm run messages` does, and compares. A
// catalogue that differs is left as extracted, to be translated and committed.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../src/locales/", import.meta.url);
const catalogues = readdirSync(folder).filter((name) => name.endsWith(".po"));
const contents = () => catalogues.map((name) => readFileSync(new URL(name, folder), "utf8"));

const before = contents();
execFileSync("npm", ["run", "--silent", "messages"], { stdio: ["ignore", "ignore", "inherit"] });
const after = contents();

const outdated = catalogues.filter((_, index) => before[index] !== after[index]);
if (outdated.length > 0) {
  console.error(`The code has other messages than ${outdated.join(", ")} in src/locales. Commit what was extracted.`);
  process.exitCode = 1;
}
