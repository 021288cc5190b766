// Run by `stoa plugin build`: node sdk/js/build.mjs WIT-FOLDER COMPONENT. `stoa plugin dev` names the loader as a third
// argument, which is compiled in place of src/plugin.js.

import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { componentize } from "@bytecodealliance/componentize-js";
import { textsModule } from "./locales.mjs";

const [wit, output, loader] = process.argv.slice(2);
if (!loader) {
  writeTexts();
  for (const name of readdirSync("src").filter((name) => name.endsWith(".js"))) {
    checkSyntax(`src/${name}`);
  }
}

function writeTexts() {
  try {
    writeFileSync("sdk/js/texts.js", textsModule());
  } catch (error) {
    fail(error.message);
  }
}

/** The compiler says that a script cannot be read, but not where. */
function checkSyntax(path) {
  const { status, stderr } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8" });
  if (status === 0) return;
  const [, line] = /:(\d+)\n/.exec(stderr) ?? [];
  const column = 1 + (/^( *)\^/m.exec(stderr)?.[1].length ?? 0);
  const reason = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? "it cannot be read";
  fail(`${path}:${line ?? 1}:${column}: ${reason}`);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

// Without these features the component imports nothing but interfaces of Stoa.
try {
  const { component } = await componentize({
    sourcePath: loader ?? "src/plugin.js",
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
