import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const endings = ["", ".ts", ".tsx"];

/**
 * `resolve(name, file)` for the sources in a folder, which `@/` means: the file that an import in `file` reads, or null
 * where it is a package or does not exist.
 */
export function resolverOf(source) {
  const targetOf = (name, file) => {
    if (name.startsWith("@/")) return join(source, name.slice(2));
    return name.startsWith(".") ? resolve(dirname(file), name) : null;
  };
  return (name, file) => {
    const target = targetOf(name, file);
    if (target === null) return null;
    const candidates = endings.map((ending) => target + ending);
    return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile()) ?? null;
  };
}

/** Calls `check` with the node of each name that a file imports from: static, dynamic, re-exported, or a type in place. */
export function forEachImport(check) {
  const visit = ({ source }) => {
    if (typeof source?.value === "string") check(source);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  };
}
