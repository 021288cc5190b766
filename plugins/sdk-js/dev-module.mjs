// One module of a plugin, for `stoa plugin dev`: what it imports and exports, and its code as a function that the loader
// evaluates. No line of the code moves, so that errors have the places that the author sees.

import { parseSync } from "oxc-parser";

/** Something that the loader cannot do, but the compiler can. */
export class Unable extends Error {}

/** A mistake in the sources. The message has its place. */
export class Mistake extends Error {}

/** A name for what a module exports without one. It fills the place of `export default`. */
const UNNAMED = "stoa_d";
/** Names that the code of a module has here alone. */
const OWN_NAMES = /\bstoa_(?:export|import|d|\d+)\b/;
/** In place of a statement: without it, the one before would go on with what follows. */
const NOTHING = ";";
/** Ends the code before that of a module. The loader takes what is before it off the places in the first line. */
const BEGIN = "/*stoa:begin*/";

/**
 * Reads a module. `imports` are `{ local, from, name, at }` and `exports` values of `{ local, kind }` or `{ from, name, at }`
 * by name, in which `from` is as it stands in the code, and `name` is missing for everything that a module exports. A `kind` is
 * `function`, `variable` or `constant`. `stars` are the modules of which everything is exported.
 */
export function readModule(path, source) {
  const { program, module, errors } = parseSync(path, source, {
    lang: "js",
    sourceType: "module",
    showSemanticErrors: true,
  });
  const wrong = errors.find(({ severity }) => severity === "Error");
  if (wrong) {
    throw mistake(path, source, wrong.labels.at(-1)?.start ?? 0, `SyntaxError: ${wrong.message}`);
  }
  if (module.dynamicImports.length > 0) throw new Unable(`${path} imports a module while it runs`);
  if (module.importMetas.length > 0) throw new Unable(`${path} uses import.meta`);
  if (OWN_NAMES.test(source)) throw new Unable(`${path} has a name such as ${UNNAMED}`);
  if (program.hashbang) throw new Unable(`${path} begins with #!`);
  if (program.body.some(waits)) throw new Unable(`${path} waits outside of functions`);
  const found = { path, source, imports: [], exports: new Map(), stars: [], requests: [], edits: [] };
  const kinds = kindsOf(program);
  program.body.forEach((statement) => readStatement(found, statement, kinds));
  for (const { local, from, name, at } of found.imports) {
    for (const [exported, own] of found.exports) {
      if (own.local === local) found.exports.set(exported, { from, name, at });
    }
  }
  return found;
}

/** A mistake with its place, which is an offset in the source. */
export function mistake(path, source, at, reason) {
  const lines = source.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/);
  return new Mistake(`${path}:${lines.length}:${lines.at(-1).length + 1}: ${reason}`);
}

/** Whether a statement waits for a promise, other than in a function. */
function waits(node) {
  if (Array.isArray(node)) return node.some(waits);
  if (node === null || typeof node !== "object" || /Function/.test(node.type)) return false;
  const isWait = node.type === "AwaitExpression" || node.await === true || node.kind === "await using";
  return isWait || Object.values(node).some(waits);
}

/**
 * Kinds of the names that a program declares. A function exists before the code runs. A function or class that gets another
 * value is a variable.
 */
function kindsOf(program) {
  const declared = program.body.map((statement) => statement.declaration ?? statement);
  const kinds = declared.flatMap((node) => {
    if (node.type === "FunctionDeclaration") return [[node.id?.name ?? UNNAMED, "function"]];
    if (node.type !== "VariableDeclaration") return [];
    const kind = node.kind === "const" ? "constant" : "variable";
    return node.declarations.flatMap(({ id }) => namesIn(id)).map((name) => [name, kind]);
  });
  const found = new Map(kinds);
  for (const name of assigned(program)) {
    if (found.get(name) !== "constant") found.set(name, "variable");
  }
  return found;
}

/** Names that get another value anywhere, also names of a function that are not those of the module. */
function assigned(node) {
  if (Array.isArray(node)) return node.flatMap(assigned);
  if (node === null || typeof node !== "object") return [];
  const inside = Object.values(node).flatMap(assigned);
  switch (node.type) {
    case "AssignmentExpression":
    case "ForInStatement":
    case "ForOfStatement":
      return [...namesIn(node.left), ...inside];
    case "UpdateExpression":
      return [...namesIn(node.argument), ...inside];
    default:
      return inside;
  }
}

/** Names that a pattern such as `{ a, b: [c] }` declares. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

const nameOf = (node) => node.name ?? node.value;

function readStatement(found, node, kinds) {
  const { path, exports } = found;
  if (node.attributes?.length > 0) throw new Unable(`${path} imports ${node.source.value} with attributes`);
  if (node.source) {
    found.requests.push({ from: node.source.value, at: node.source.start });
    found.edits.push({ ...node, text: NOTHING });
  }
  const from = node.source?.value;
  const own = (local) => ({ local, kind: kinds.get(local) ?? "constant" });
  switch (node.type) {
    case "ImportDeclaration":
      found.imports.push(...node.specifiers.map((specifier) => imported(specifier, from)));
      break;
    case "ExportAllDeclaration":
      if (node.exported) exports.set(nameOf(node.exported), { from, at: node.start });
      else found.stars.push(from);
      break;
    case "ExportNamedDeclaration":
      if (node.declaration) {
        const { id, declarations, start } = node.declaration;
        const names = declarations ? declarations.flatMap((one) => namesIn(one.id)) : [id.name];
        names.forEach((name) => exports.set(name, own(name)));
        found.edits.push({ start: node.start, end: start, text: "" });
      } else {
        for (const { local, exported, start } of node.specifiers) {
          exports.set(nameOf(exported), from ? { from, name: nameOf(local), at: start } : own(nameOf(local)));
        }
        if (!from) found.edits.push({ ...node, text: NOTHING });
      }
      break;
    case "ExportDefaultDeclaration":
      exports.set("default", own(exportDefault(found, node)));
      break;
    default:
  }
}

function imported({ type, local, imported: name, start }, from) {
  switch (type) {
    case "ImportNamespaceSpecifier":
      return { local: local.name, from, at: start };
    case "ImportDefaultSpecifier":
      return { local: local.name, from, name: "default", at: start };
    default:
      return { local: local.name, from, name: nameOf(name), at: start };
  }
}

/** Gives what is exported a name within the module, and returns it. */
function exportDefault(found, { start, end, declaration }) {
  const isDeclared = /Declaration$/.test(declaration.type);
  if (isDeclared && declaration.id) {
    found.edits.push({ start, end: declaration.start, text: "" });
    return declaration.id.name;
  }
  if (declaration.type === "FunctionDeclaration") {
    const head = /^(?:async\s+)?function(?:\s*\*)?/.exec(found.source.slice(declaration.start, end))?.[0];
    if (head?.endsWith("*") !== declaration.generator)
      throw new Unable(`${found.path} has a comment in a function's head`);
    const at = declaration.start + head.length;
    found.edits.push({ start, end: declaration.start, text: "" }, { start: at, end: at, text: ` ${UNNAMED}` });
    return UNNAMED;
  }
  found.edits.push({ start, end: declaration.start, text: `const ${UNNAMED} =` });
  // A class ends without a semicolon, a constant does not.
  if (isDeclared) found.edits.push({ start: end, end, text: ";" });
  return UNNAMED;
}

/**
 * The code of a module as a function of `stoa_export`, which takes functions that return what is exported, and
 * `stoa_import`, which runs a module and returns what it exports. `head` is code that runs before that of the module, in its
 * first line.
 */
export function asFunction({ path, source, edits }, head) {
  let [code, at] = ["", 0];
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    const gap = source.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " ");
    code += source.slice(at, start) + text + gap.slice(Math.min(text.length, gap.search(/[^ ]|$/)));
    at = end;
  }
  code += source.slice(at);
  return `(function (stoa_export, stoa_import) { "use strict"; ${head}${BEGIN}${code}\n})\n//# sourceURL=${path}`;
}
