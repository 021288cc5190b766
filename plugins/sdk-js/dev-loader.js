// The component of `stoa plugin dev`: it runs the modules of the plugin, which are texts of the package, so that a change of
// them needs no other component. `HOST` has the modules of the host by name.

const { text } = HOST["stoa:plugin/texts@0.2.0"];
const { write } = HOST["stoa:plugin/log@0.1.0"];
const TEXT = "stoa-dev:";
const ENTRY = "src/plugin.js";
/** Functions of the interfaces that the host calls. The compiler asks for each of them. */
const called = new Map();
/** What the modules export, by path. */
const modules = new Map();
/** Ends the code of this loader in the first line of a module. */
const BEGIN = "/*stoa:begin*/";
/** How much code of this loader is in the first line of modules, by path. */
const shifts = new Map();
let plugin;
let isLoading = false;

// Anyone who reads the stack of an error sees the places of the author.
const stack = Object.getOwnPropertyDescriptor(Error.prototype, "stack");
if (stack?.get) {
  const get = function () {
    const frames = stack.get.call(this);
    if (typeof frames !== "string") return frames;
    return frames.replace(/@(.+):1:(\d+)$/gm, (_, path, column) => `@${path}:1:${columnOf(path, Number(column))}`);
  };
  Object.defineProperty(Error.prototype, "stack", { ...stack, get });
}

/** The author's column of a place in the first line of a module. */
function columnOf(path, column) {
  return Math.max(1, column - (shifts.get(path) ?? 0));
}

/** An interface of the plugin, whose modules run with the first call. */
function loaded(name) {
  called.set(name, new Set());
  return new Proxy(
    {},
    {
      get(_, member) {
        called.get(name).add(member);
        return (...args) => own()[name][member](...args);
      },
    },
  );
}

function own() {
  if (plugin) return plugin;
  isLoading = true;
  try {
    modules.clear();
    const found = run(ENTRY);
    for (const [name, members] of called) {
      const missing = [...members].find((member) => typeof found[name]?.[member] !== "function");
      if (missing !== undefined) throw new TypeError(`${name} has no function ${String(missing)}`);
    }
    plugin = found;
    return plugin;
  } catch (thrown) {
    if (thrown instanceof Error) write("error", `${thrown.name}: ${thrown.message} at ${place(thrown)}`);
    throw thrown;
  } finally {
    isLoading = false;
  }
}

/** Runs a module that did not run yet, and returns what it exports. */
function run(path) {
  const known = modules.get(path);
  if (known) return known;
  const exported = Object.create(null);
  modules.set(path, exported);
  const code = text(TEXT + path);
  if (code === undefined) throw new Error(`there is no ${path}`);
  shifts.set(path, code.indexOf(BEGIN) + BEGIN.length);
  const define = (values) => {
    for (const [name, get] of Object.entries(values)) Object.defineProperty(exported, name, { get, enumerable: true });
  };
  // Not in the scope of this module.
  (0, eval)(code)(define, (other, ...names) => (Object.hasOwn(HOST, other) ? ofHost(other, names) : run(other)));
  return exported;
}

/** A module of the host. As in a component of its own, a plugin cannot call it while its modules run. */
function ofHost(name, wanted) {
  const missing = wanted.find((member) => !(member in HOST[name]));
  if (missing !== undefined) throw new SyntaxError(`${name} has no ${missing}`);
  const guarded = Object.entries(HOST[name]).map(([member, value]) => [
    member,
    typeof value === "function" && /^[a-z]/.test(member) ? guard(value) : value,
  ]);
  return Object.fromEntries(guarded);
}

function guard(call) {
  return (...args) => {
    if (isLoading)
      throw new Error("functions of the host can be called within a call only, not while a module is loaded");
    return call(...args);
  };
}

/** The plugin's own place of an error, such as `src/plugin.js:7:3`. */
function place(thrown) {
  const isOwn = (path) => modules.has(path) && !path.startsWith("sdk/js/");
  // Code that cannot be read has not run.
  if (thrown instanceof SyntaxError && isOwn(thrown.fileName)) {
    const { fileName, lineNumber, columnNumber } = thrown;
    return `${fileName}:${lineNumber}:${lineNumber === 1 ? columnOf(fileName, columnNumber) : columnNumber}`;
  }
  const places = thrown.stack
    .trim()
    .split("\n")
    .map((frame) => frame.replace(/^.*@/, ""));
  return places.find((found) => isOwn(found.replace(/(:\d+)+$/, ""))) ?? ENTRY;
}
