import { join } from "node:path";
import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";
import { noImportCycle } from "../../deploy/eslint/no-import-cycle.mjs";
import { noLiteralWords } from "../../deploy/eslint/no-literal-words.mjs";
import resolver from "./eslint-resolver.cjs";

const sources = ["**/*.{ts,tsx}"];
const [app, feature, shared, testing, visitor, client] = [
  "app",
  "feature",
  "shared",
  "testing",
  "visitor",
  "client",
].map((type) => ({ element: { type } }));
const sameFeature = { element: { type: "feature", captured: { noun: "{{from.element.captured.noun}}" } } };

/** Which parts may import which; everything else is refused. */
function dependencies(allowed) {
  const policies = allowed.map(([from, to]) => ({ from, allow: { to } }));
  const message = "{{from.element.type}} may not import {{to.element.type}} here";
  return { "boundaries/dependencies": ["error", { default: "disallow", message, policies }] };
}

export default typescript.config(
  { ignores: ["dist", "node_modules", "eslint-resolver.cjs"] },
  js.configs.recommended,
  ...typescript.configs.strict,
  {
    files: ["scripts/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
  },
  {
    files: sources,
    plugins: {
      "react-hooks": hooks,
      boundaries,
      stoa: { rules: { "no-import-cycle": noImportCycle(resolver.resolve), "no-literal-words": noLiteralWords } },
    },
    settings: {
      "import/resolver": { [join(import.meta.dirname, "eslint-resolver.cjs")]: {} },
      "boundaries/elements": [
        { type: "app", pattern: "src/app" },
        { type: "feature", pattern: "src/features/*", capture: ["noun"] },
        { type: "shared", pattern: "src/shared" },
        { type: "testing", pattern: "src/testing" },
        { type: "visitor", pattern: "src/visitor" },
        { type: "client", pattern: "src/plugin-client" },
      ],
    },
    rules: {
      ...hooks.configs.recommended.rules,
      "@typescript-eslint/consistent-type-imports": "error",
      "no-console": "error",
      "stoa/no-import-cycle": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      ...dependencies([
        [app, [app, feature, shared]],
        [feature, [shared, sameFeature]],
        [shared, [shared]],
        [testing, [testing, shared]],
        // Scripts of their own.
        [visitor, [visitor, shared]],
        [client, [client]],
      ]),
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}", "src/testing/**"],
    rules: { "stoa/no-literal-words": "error" },
  },
  // What they say is for developers, in the browser's console.
  { files: ["src/visitor/**/*.ts", "src/plugin-client/**/*.ts"], rules: { "no-console": "off" } },
  // Generated.
  { files: ["src/shared/text/keys.ts"], rules: { "max-lines": "off" } },
  {
    files: ["**/*.test.{ts,tsx}", "src/testing/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      ...dependencies([
        [app, [app, feature, shared, testing]],
        [feature, [shared, testing, sameFeature]],
        [shared, [shared, testing]],
        [testing, [testing, shared]],
        [visitor, [visitor, shared, testing]],
        [client, [client, testing]],
      ]),
    },
  },
);
