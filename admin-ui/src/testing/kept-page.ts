import { builtinEnvironments } from "vitest/runtime";
import type { Environment } from "vitest/runtime";

const address = "http://stoa.test/admin/";
const { setup } = builtinEnvironments.jsdom;
let page: ReturnType<typeof setup> | undefined;

/**
 * One page of jsdom for all test files of a worker, which also share their modules: making one takes as long as many tests.
 * What a file leaves on it is removed.
 */
const keptPage: Environment = {
  name: "kept-page",
  viteEnvironment: "client",
  async setup(global: typeof globalThis, options) {
    page ??= setup(global, { ...options, jsdom: { url: address } });
    await page;
    return {
      teardown() {
        const { document, history } = global;
        document.body.replaceChildren();
        document.title = "";
        for (const element of [document.documentElement, document.body]) {
          for (const { name } of [...element.attributes]) element.removeAttribute(name);
        }
        history.replaceState(null, "", address);
      },
    };
  },
};

export default keptPage;
