import { join } from "node:path";
import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import lingui from "eslint-plugin-lingui";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";
import { noImportCycle } from "../deploy/eslint/no-import-cycle.mjs";
import resolver from "./eslint-resolver.cjs";

const element = (type) => ({ element: { type } });
const edge = (from, ...to) => ({ from: element(from), allow: to.map((type) => ({ to: element(type) })) });
const withinFeature = {
  from: element("feature"),
  allow: [{ to: { element: { type: "feature", captured: { noun: "{{from.element.captured.noun}}" } } } }],
};

/** One way only: app → features → shared, and no feature knows another. */
const sourceEdges = [
  edge("app", "app", "feature", "shared"),
  edge("feature", "shared"),
  withinFeature,
  edge("shared", "shared"),
  edge("testing", "testing", "shared", "app"),
];
const testEdges = [
  edge("app", "app", "feature", "shared", "testing"),
  edge("feature", "shared", "app", "testing"),
  withinFeature,
  edge("shared", "shared", "app", "testing"),
  edge("testing", "testing", "shared", "app", "feature"),
];

/** Strings that are no texts: what has no word with a capital letter or no two words, and where no text can stand. */
const untranslated = {
  ignore: [
    "^[^A-Z]*$",
    "^[a-z.:]\\S*$",
    "^\\S*[^A-Za-z\\s.!?…:]\\S*$",
    "^(Enter|Escape|Tab|Home|End|Delete|Backspace|Space|Arrow\\w+|Page(Up|Down)|Shift|Control|Alt|Meta|Mod)$",
    "^[A-Z]+$",
    "^[^A-Za-z]*Stoa$",
    "^\\w+Error$",
  ],
  ignoreNames: [
    {
      regex: {
        pattern:
          "^(sx|style|className|key|id|to|href|type|kind|color|method|rel|target|d|viewBox|codes|fontFamily|group|services|component|preserveAspectRatio|aria-keyshortcuts)$",
      },
    },
    "providesTags",
    "invalidatesTags",
    "tagTypes",
    "headers",
    { regex: { pattern: "^[A-Z0-9_-]+$" } },
  ],
  ignoreFunctions: [
    "Error",
    "TypeError",
    "DOMException",
    "Intl.*",
    "*.includes",
    "*.startsWith",
    "*.endsWith",
    "*.setAttribute",
    "*.getAttribute",
    "*.createElement",
    "*.addEventListener",
    "*.removeEventListener",
    "*.matchMedia",
    "report",
    "console.*",
    "headers.set",
  ],
};

export default typescript.config(
  { ignores: ["dist", "node_modules", "playwright-report", "test-results", "eslint-resolver.cjs"] },
  js.configs.recommended,
  ...typescript.configs.strict,
  {
    files: ["scripts/*.mjs"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
  },
  {
    files: ["**/*.{ts,tsx}"],
    plugins: {
      "react-hooks": hooks,
      boundaries,
      stoa: { rules: { "no-import-cycle": noImportCycle(resolver.resolve) } },
    },
    settings: {
      "import/resolver": { [join(import.meta.dirname, "eslint-resolver.cjs")]: {} },
      "boundaries/elements": [
        { type: "app", pattern: "src/app" },
        { type: "feature", pattern: "src/features/*", capture: ["noun"] },
        { type: "shared", pattern: "src/shared" },
        { type: "testing", pattern: "src/testing" },
      ],
    },
    rules: {
      ...hooks.configs.recommended.rules,
      "@typescript-eslint/consistent-type-imports": "error",
      "no-console": "error",
      "stoa/no-import-cycle": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "boundaries/dependencies": ["error", { default: "disallow", policies: sourceEdges }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: [
      "**/*.test.{ts,tsx}",
      "src/testing/**",
      "src/features/*/fake-answers.ts",
      "**/fake-server.ts",
      "**/*api.ts",
    ],
    plugins: { lingui },
    rules: {
      "lingui/t-call-in-function": "error",
      "lingui/no-trans-inside-trans": "error",
      "lingui/no-unlocalized-strings": ["error", untranslated],
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "src/testing/**", "src/features/*/fake-answers.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "boundaries/dependencies": ["error", { default: "disallow", policies: testEdges }],
    },
  },
);
