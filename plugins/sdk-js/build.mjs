// Run by `stoa plugin build`: node sdk/js/build.mjs WIT-FOLDER COMPONENT. The texts of `locales/` become a module, since
// components have no files.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { componentize } from "@bytecodealliance/componentize-js";

const [wit, output] = process.argv.slice(2);
const files = readdirSync("locales").filter((name) => name.endsWith(".json"));
const texts = Object.fromEntries(
  files.sort().map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(`locales/${name}`, "utf8"))]),
);
writeFileSync(
  "sdk/js/texts.js",
  `// Written by \`stoa plugin build\` from the folder \`locales\`.\nexport default ${JSON.stringify(texts)};\n`,
);

for (const name of readdirSync("src").filter((name) => name.endsWith(".js"))) {
  checkSyntax(`src/${name}`);
}

/** The compiler says that a script cannot be read, but not where. */
function checkSyntax(path) {
  const { status, stderr } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8" });
  if (status === 0) return;
  const [, line] = /:(\d+)\n/.exec(stderr) ?? [];
  const column = 1 + (/^( *)\^/m.exec(stderr)?.[1].length ?? 0);
  const reason = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? "it cannot be read";
  process.stderr.write(`${path}:${line ?? 1}:${column}: ${reason}\n`);
  process.exit(1);
}

// Without these features the component imports nothing but interfaces of Stoa.
try {
  const { component } = await componentize({
    sourcePath: "src/plugin.js",
    witPath: wit,
    worldName: "plugin",
    disableFeatures: ["stdio", "random", "clocks", "http", "fetch-event"],
  });
  writeFileSync(output, component);
} catch (error) {
  // The first line names the tool that ran the code once; what follows is the author's place.
  process.stderr.write(`${String(error.message).replace(/^Failed to initialize component.*\n/, "")}\n`);
  process.exitCode = 1;
}
