// Run by `stoa plugin dev`: node sdk/js/dev.mjs WIT-FOLDER MODULES LOADER. Writes the modules of the plugin as text, by
// path, and the loader, which is the same as long as the plugin imports and exports the same interfaces. Ends with 3 if
// that cannot be done with this code, but a component can be compiled of it; the reason is printed.

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Mistake, Unable, asFunction, mistake, readModule } from "./dev-module.mjs";
import { textsModule } from "./locales.mjs";

const ENTRY = "src/plugin.js";
const TEXTS = "sdk/js/texts.js";
const OF_HOST = "stoa:plugin/";
const UNABLE = 3;

/** The interfaces of a world, as `stoa plugin dev` writes it: one on each line. */
function readWorld(folder) {
  const lines = readFileSync(`${folder}/world.wit`, "utf8").split("\n");
  const names = (word) =>
    lines.flatMap((line) => (line.startsWith(`  ${word} `) ? [line.trim().slice(word.length + 1, -1)] : []));
  return { imports: names("import"), exports: names("export") };
}

/** Reads the modules that one imports, with itself the last, as they run. */
function readModules(imports) {
  const modules = new Map();
  const read = (path) => {
    const module = {
      ...readModule(path, path === TEXTS ? texts() : readFileSync(path, "utf8")),
      isRunning: true,
    };
    modules.set(path, module);
    module.dependencies = new Map(module.requests.map(({ from }) => [from, resolve(path, from, imports)]));
    for (const other of module.dependencies.values()) {
      if (!modules.has(other) && !other.startsWith(OF_HOST)) read(other);
    }
    checkImports(module, modules);
    module.isRunning = false;
  };
  read(ENTRY);
  return modules;
}

function texts() {
  try {
    return textsModule();
  } catch (error) {
    throw new Mistake(error.message);
  }
}

/** The path of a module, or the name of one of the host. */
function resolve(path, from, imports) {
  if (from.startsWith(OF_HOST) && imports.includes(from)) return from;
  const found = posix.join(posix.dirname(path), from);
  const isModule = /^\.\.?\//.test(from) && /\.m?js$/.test(from) && !found.startsWith("../");
  if (!isModule || !(found === TEXTS || statSync(found, { throwIfNoEntry: false })?.isFile())) {
    throw new Unable(`${path} imports ${from}, which is no script of the project`);
  }
  return found;
}

/**
 * Names that are imported exist. The loader gives a module the values that others export when it begins, so that it must not
 * change them later, nor begin before they have them.
 */
function checkImports({ path, source, imports, exports, dependencies }, modules) {
  const passed = [...exports.values()].filter(({ from }) => from !== undefined);
  for (const { from, name, at, local } of [...imports, ...passed]) {
    const other = dependencies.get(from);
    if (name === undefined || other.startsWith(OF_HOST)) continue;
    const origin = find(other, name, modules);
    if (!origin) throw mistake(path, source, at, `SyntaxError: ${other} does not export \`${name}\``);
    if (local === undefined) continue;
    if (origin.kind === "variable") {
      throw new Unable(`${path} imports \`${name}\`, which is a variable of ${origin.path}`);
    }
    const early = origin.kind === "function" ? origin.through : [...origin.through, origin.path];
    const running = early.find((known) => modules.get(known).isRunning);
    if (running) throw new Unable(`${path} and ${running} import each other`);
  }
}

/**
 * Where the value that a module exports by a name comes from, and the modules that pass it on; without a kind, it is the
 * host's or all of a module.
 */
function find(path, name, modules, through = []) {
  if (path.startsWith(OF_HOST)) throw new Unable(`all names of ${path} are exported`);
  if (through.includes(path)) return undefined;
  // A module that is read only after the one that needs it runs after it, too.
  if (!modules.has(path)) throw new Unable(`${through.at(-1)} and modules that it imports need each other`);
  const { exports, stars, dependencies } = modules.get(path);
  const own = exports.get(name);
  if (own?.from !== undefined) {
    const other = dependencies.get(own.from);
    if (own.name === undefined || other.startsWith(OF_HOST)) return { path, through };
    return find(other, own.name, modules, [...through, path]);
  }
  if (own) return { path, kind: own.kind, through };
  if (name === "default") return undefined;
  const found = stars.map((from) => find(dependencies.get(from), name, modules, [...through, path]));
  return found.find((origin) => origin !== undefined);
}

/** All names that a module exports. */
function namesOf(path, modules, seen = new Set()) {
  if (path.startsWith(OF_HOST)) throw new Unable(`all names of ${path} are exported`);
  if (seen.has(path)) return [];
  seen.add(path);
  const { exports, stars, dependencies } = modules.get(path);
  const others = stars.flatMap((from) => namesOf(dependencies.get(from), modules, seen));
  return [...new Set([...exports.keys(), ...others.filter((name) => name !== "default")])].sort();
}

/** Code that names what a module exports, runs the modules that it imports, and declares what they export. */
function headOf(module, modules) {
  const { path, imports, exports, stars, dependencies } = module;
  const others = [...new Set(dependencies.values())];
  const place = (from) => `stoa_${others.indexOf(dependencies.get(from))}`;
  const member = (name) => (name === undefined ? "" : `[${JSON.stringify(name)}]`);
  const value = (name) => {
    const own = exports.get(name);
    if (own) return own.from === undefined ? own.local : `${place(own.from)}${member(own.name)}`;
    const from = stars.find((star) => find(dependencies.get(star), name, modules));
    return `${place(from)}${member(name)}`;
  };
  const exported = namesOf(path, modules).map((name) => `[${JSON.stringify(name)}]: () => ${value(name)}`);
  const ofHost = (other) =>
    imports.filter(({ from, name }) => name !== undefined && dependencies.get(from) === other).map(({ name }) => name);
  const run = others.map((other, index) => {
    const names = other.startsWith(OF_HOST) ? ofHost(other) : [];
    return `stoa_${index} = stoa_import(${[other, ...names].map((text) => JSON.stringify(text)).join(", ")})`;
  });
  const taken = imports.map(({ local, from, name }) => `${local} = ${place(from)}${member(name)}`);
  const constants = [...run, ...taken];
  return `stoa_export({ ${exported.join(", ")} }); ${constants.length > 0 ? `const ${constants.join(", ")};` : ""}`;
}

/** The loader of a world: the code that is the same in all of them, and what it imports and exports. */
function loaderOf({ imports, exports }) {
  const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const short = (name) => camel(name.slice(OF_HOST.length, name.indexOf("@")));
  const code = readFileSync(`${dirname(fileURLToPath(import.meta.url))}/dev-loader.js`, "utf8");
  const heads = imports.map((name, index) => `import * as host${index} from ${JSON.stringify(name)};\n`);
  const host = imports.map((name, index) => `${JSON.stringify(name)}: host${index}`);
  const parts = exports.map(short).map((name) => `export const ${name} = loaded(${JSON.stringify(name)});\n`);
  return `${heads.join("")}const HOST = { ${host.join(", ")} };\n${code}\n${parts.join("")}`;
}

try {
  const [wit, output, loader] = process.argv.slice(2);
  const world = readWorld(wit);
  // As the compiler, also those that no other one imports.
  for (const name of readdirSync("src").filter((name) => name.endsWith(".js"))) {
    readModule(`src/${name}`, readFileSync(`src/${name}`, "utf8"));
  }
  const modules = readModules(world.imports);
  const written = [...modules].map(([path, module]) => [path, asFunction(module, headOf(module, modules))]);
  writeFileSync(output, JSON.stringify(Object.fromEntries(written)));
  writeFileSync(loader, loaderOf(world));
} catch (error) {
  const isKnown = error instanceof Unable || error instanceof Mistake;
  process.stderr.write(`${isKnown ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = error instanceof Unable ? UNABLE : 1;
}
