const fs = require("node:fs");
const path = require("node:path");

const source = path.join(__dirname, "src");
const endings = ["", ".ts", ".tsx"];

/** Finds what an import of our own sources means, for the rules on import directions and cycles. */
exports.interfaceVersion = 2;
exports.resolve = (name, file) => {
  const ours = name.startsWith("@/") ? path.join(source, name.slice(2)) : null;
  const target = name.startsWith(".") ? path.resolve(path.dirname(file), name) : ours;
  if (target === null) return { found: false };
  const found = endings
    .map((ending) => target + ending)
    .find((candidate) => fs.statSync(candidate, { throwIfNoEntry: false })?.isFile());
  return found === undefined ? { found: false } : { found: true, path: found };
};
