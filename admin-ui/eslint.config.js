import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";

export default typescript.config(
  { ignores: ["dist", "node_modules", "playwright-report", "test-results"] },
  js.configs.recommended,
  ...typescript.configs.strict,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks, boundaries },
    settings: {
      "import/resolver": { typescript: { project: "./tsconfig.json" } },
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
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "boundaries/element-types": [
        "error",
        {
          default: "disallow",
          message: "${file.type} may not import ${dependency.type} here",
          rules: [
            { from: "app", allow: ["app", "feature", "shared"] },
            { from: "feature", allow: ["shared", ["feature", { noun: "${from.noun}" }]] },
            { from: "shared", allow: ["shared"] },
            { from: "testing", allow: ["testing", "shared", "app"] },
          ],
        },
      ],
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "src/testing/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "boundaries/element-types": [
        "error",
        {
          default: "disallow",
          rules: [
            { from: "*", allow: ["shared", "testing", "app"] },
            { from: "feature", allow: ["shared", "testing", "app", ["feature", { noun: "${from.noun}" }]] },
            { from: "testing", allow: ["testing", "shared", "app", "feature"] },
          ],
        },
      ],
    },
  },
);
