import { transformAsync, types, type PluginObj } from "@babel/core";
import macros from "@lingui/babel-plugin-lingui-macro";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/** Compiles the English messages, so that the bundle needs no parser. */
const compiledEnglish: PluginObj = {
  visitor: {
    ObjectProperty({ node, parent }) {
      const { key, value } = node;
      if (!types.isIdentifier(key, { name: "message" }) || !types.isStringLiteral(value)) return;
      if (!parent.leadingComments?.some((comment) => comment.value === "i18n")) return;
      const [first, ...others] = compileMessage(value.value);
      const isPlain = typeof first === "string" && others.length === 0;
      node.value = isPlain
        ? types.stringLiteral(first)
        : types.valueToNode(JSON.parse(JSON.stringify([first, ...others])));
    },
  },
};

/**
 * Expands the macros of Lingui (`t`, `plural`, `Trans`) to calls with the English message, which is therefore loaded with
 * the code that shows it; a catalogue is loaded for other languages only. Lingui's own plugin would leave the compilation
 * of the English messages to the browser.
 */
export function texts(): Plugin {
  return {
    name: "stoa-texts",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /from "@lingui\/(?:core|react)\/macro"/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: id.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] },
          plugins: [[macros, { stripMessageField: false }], compiledEnglish],
        });
        return typeof result?.code === "string" ? { code: result.code, map: result.map ?? null } : null;
      },
    },
  };
}
