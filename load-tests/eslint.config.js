import js from "@eslint/js";
import typescript from "typescript-eslint";

export default typescript.config(
  // Scripts for Node, each with packages of its own or none.
  { ignores: ["node_modules", "building", "editor", "languages", "lighthouse", "peer", "template", "lib/demo.mjs"] },
  js.configs.recommended,
  ...typescript.configs.strict,
  {
    files: ["**/*.ts"],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-console": "off",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
);
