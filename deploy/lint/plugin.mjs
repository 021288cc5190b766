import { importDirections } from "./import-directions.mjs";
import { noImportCycle } from "./no-import-cycle.mjs";
import { noLiteralWords } from "./no-literal-words.mjs";
import { resolverOf } from "./own-imports.mjs";

/** Our own rules for oxlint, for a package whose sources are in a folder. */
export function stoaRules(source) {
  const resolve = resolverOf(source);
  return {
    meta: { name: "stoa" },
    rules: {
      "import-directions": importDirections(source, resolve),
      "no-import-cycle": noImportCycle(resolve),
      "no-literal-words": noLiteralWords,
    },
  };
}
