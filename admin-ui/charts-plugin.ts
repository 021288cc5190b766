import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const mark = "?of-charts";
const chartLibrary = /\/node_modules\/(@mui\/x-|@base-ui\/)/;
/** Small functions that the chart library shares with all screens; they hold no state that both must see. */
const shared = /^(reselect|clsx|@mui\/utils)(\/|$)/;

/**
 * Puts what charts share with all screens into their chunk a second time. Otherwise the bundler moves it into chunks of its
 * own, with what only charts use of it, and each first screen loads more.
 */
export function chartsApart(): Plugin {
  return {
    name: "stoa-charts-apart",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (importer === undefined) return null;
      const isOfCharts = importer.endsWith(mark);
      const isCopied = shared.test(source) || (isOfCharts && source.startsWith("."));
      if (!isCopied || !(isOfCharts || chartLibrary.test(importer))) return null;
      const from = isOfCharts ? importer.slice(0, -mark.length) : importer;
      const found = await this.resolve(source, from, { ...options, skipSelf: true });
      return found === null || found.external ? found : { ...found, id: found.id + mark };
    },
    async load(id) {
      return id.endsWith(mark) ? readFile(id.slice(0, -mark.length), "utf8") : null;
    },
  };
}
