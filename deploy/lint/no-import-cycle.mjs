import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { forEachImport } from "./own-imports.mjs";

/** Static and dynamic imports, re-exports, and types that are imported in place. */
const importPattern = /\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g;
const isSource = (file) => /\.tsx?$/.test(file);

/**
 * A rule that refuses imports which lead back to the importing file. Imports of types count, also in place, which
 * `import/no-cycle` leaves out: files that share a type both ways cannot be moved or read apart.
 */
export function noImportCycle(resolve) {
  /** The files that each file imports. Read once; what is being linted replaces what was read. */
  const graph = new Map();

  const targetOf = (name, file) => {
    const path = resolve(name, file);
    return path !== null && isSource(path) ? path : null;
  };
  const importsIn = (file, text) => {
    const targets = Array.from(text.matchAll(importPattern), ([, name]) => targetOf(name, file));
    return new Set(targets.filter((target) => target !== null));
  };
  const importsOf = (file) => {
    if (!graph.has(file)) graph.set(file, importsIn(file, readFileSync(file, "utf8")));
    return graph.get(file);
  };

  /** The shortest way from a file to another, both ends included, or null. Files in `deadEnds` do not lead there. */
  const wayTo = (goal, start, deadEnds) => {
    const cameFrom = new Map([[start, null]]);
    for (const file of cameFrom.keys()) {
      if (file === goal) {
        const way = [];
        for (let step = file; step !== null; step = cameFrom.get(step)) way.unshift(step);
        return way;
      }
      for (const next of importsOf(file)) {
        if (!cameFrom.has(next) && !deadEnds.has(next)) cameFrom.set(next, file);
      }
    }
    for (const file of cameFrom.keys()) deadEnds.add(file);
    return null;
  };

  return {
    meta: {
      type: "problem",
      schema: [],
      messages: { cycle: "This import leads back here: {{way}}. Move what both files need to a file of its own." },
    },
    create(context) {
      const { filename, cwd } = context;
      const deadEnds = new Set();
      const check = (node) => {
        const target = targetOf(node.value, filename);
        if (target === null || deadEnds.has(target)) return;
        const way = wayTo(filename, target, deadEnds);
        if (way === null) return;
        context.report({
          node,
          messageId: "cycle",
          data: { way: way.map((file) => relative(cwd, file)).join(" → ") },
        });
      };
      return {
        Program: () => void graph.set(filename, importsIn(filename, context.sourceCode.text)),
        ...forEachImport(check),
      };
    },
  };
}
