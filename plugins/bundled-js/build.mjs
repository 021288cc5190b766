// Builds the bundled plugins in JavaScript, as `stoa plugin build` builds a project: each with a world of the interfaces
// that it exports and imports, by the compiler of ../sdk-js. Run by `cargo xtask plugins` and by the container's build:
// node plugins/bundled-js/build.mjs FOLDER [PLUGIN…]

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const SDK = join(HERE, "../sdk-js");
const CONTRACT = join(HERE, "../wit");
/** Interfaces of the kinds. */
const INTERFACES = {
  block: "blocks@0.1.0",
  formatter: "formatters@0.1.0",
  predicate: "predicates@0.1.0",
  "event-hook": "events@0.2.0",
  "admin-panel": "panels@0.2.0",
  "checkout-questions": "questions@0.2.0",
  "catalogue-format": "rows@0.2.0",
};
/** Every component of the SDK has them. */
const ALWAYS = ["stoa:plugin/config@0.1.0", "stoa:plugin/log@0.1.0"];
/** What belongs to a plugin besides its component. */
const PARTS = ["plugin.toml", "icon.svg", "README.md", "schema", "examples", "locales", "panels", "client"];

const [folder, ...chosen] = process.argv.slice(2);
const destination = resolve(folder);
const projects = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
if (!existsSync(join(SDK, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: SDK, stdio: "inherit" });
}
for (const { name } of projects.filter((entry) => chosen.length === 0 || chosen.includes(entry.name))) {
  build(join(HERE, name), join(destination, `.${name}`));
}

/** Builds a project in a folder of its own, in which the SDK lies as `stoa plugin new` writes it. */
function build(project, workshop) {
  rmSync(workshop, { recursive: true, force: true });
  cpSync(project, workshop, { recursive: true });
  cpSync(SDK, join(workshop, "sdk/js"), { recursive: true, filter: (path) => !path.includes("node_modules") });
  cpSync(join(SDK, "package.json"), join(workshop, "package.json"));
  symlinkSync(join(SDK, "node_modules"), join(workshop, "node_modules"));
  const manifest = readFileSync(join(project, "plugin.toml"), "utf8");
  writeWorld(manifest, workshop);
  const id = /^id = "(.+)"$/m.exec(manifest)[1];
  const plugin = join(destination, id);
  rmSync(plugin, { recursive: true, force: true });
  mkdirSync(plugin, { recursive: true });
  execFileSync("node", ["sdk/js/build.mjs", "wit", join(plugin, "plugin.wasm")], { cwd: workshop, stdio: "inherit" });
  for (const part of PARTS.filter((part) => existsSync(join(project, part)))) {
    cpSync(join(project, part), join(plugin, part), { recursive: true });
  }
  cpSync(join(HERE, "../../LICENSE"), join(plugin, "LICENSE"));
  rmSync(workshop, { recursive: true, force: true });
}

function writeWorld(manifest, workshop) {
  const scripts = readdirSync(join(workshop, "src")).map((file) => readFileSync(join(workshop, "src", file), "utf8"));
  const imported = scripts.join("\n").match(/(?<=(?<!import\()["'])stoa:plugin\/[a-z0-9-]+@[0-9.]+(?=["'])/g) ?? [];
  const imports = [...new Set([...ALWAYS, ...imported])].sort();
  const kinds = [...manifest.matchAll(/^kind = "(.+)"$/gm)].map(([, kind]) => INTERFACES[kind]);
  const exports = [...new Set(kinds)].map((name) => `stoa:plugin/${name}`);
  const lines = [...imports.map((name) => `  import ${name};`), ...exports.map((name) => `  export ${name};`)];
  mkdirSync(join(workshop, "wit/deps"), { recursive: true });
  writeFileSync(join(workshop, "wit/world.wit"), `package project:plugin;\n\nworld plugin {\n${lines.join("\n")}\n}\n`);
  for (const version of readdirSync(CONTRACT)) {
    const filter = (path) => !path.endsWith(".wit") || !readFileSync(path, "utf8").includes("\n@unstable(");
    cpSync(join(CONTRACT, version), join(workshop, "wit/deps", `stoa-${version}`), { recursive: true, filter });
  }
}
