// The texts of `locales/` as a module, since components have no files.

import { existsSync, readFileSync, readdirSync } from "node:fs";

/** The module's code. Throws an error that names the file that is no JSON. */
export function textsModule() {
  const files = existsSync("locales") ? readdirSync("locales").filter((name) => name.endsWith(".json")) : [];
  const texts = Object.fromEntries(
    files.sort().map((name) => [name.slice(0, -".json".length), read(`locales/${name}`)]),
  );
  return `// Written by \`stoa plugin build\` from the folder \`locales\`.\nexport default ${JSON.stringify(texts)};\n`;
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path}: is not JSON: ${error.message}`);
  }
}
