// Lighthouse scores, mobile profile, of pages of a demo shop in each theme.
// node measure.js --port 8080 [--chrome /usr/bin/chromium] [--theme linen]; prints one line of JSON per page.
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { read, showTheme, signIn } from "../lib/demo.mjs";

const { values } = parseArgs({
  options: { port: { type: "string" }, chrome: { type: "string" }, theme: { type: "string" } },
});
const shop = `http://juniper.localhost:${values.port}`;
const pages = { home: "/", product: "/shop/supper-plate", content: "/journal/mixing-juniper" };
const categories = ["performance", "accessibility", "best-practices", "seo"];

const owner = await signIn(`http://localhost:${values.port}`);
const { themes } = await read(owner, `${owner.base}/design`);
const chrome = await launch({
  chromePath: values.chrome ?? "/usr/bin/chromium",
  chromeFlags: ["--headless=new", "--no-sandbox"],
});
try {
  for (const { name } of themes.filter(({ name }) => values.theme === undefined || name === values.theme)) {
    await showTheme(owner, name);
    for (const [page, path] of Object.entries(pages)) {
      // The first run makes the server render the page and its images, which only the first visitor waits for.
      await lighthouse(shop + path, { port: chrome.port, onlyCategories: ["seo"], logLevel: "silent" });
      const result = await lighthouse(shop + path, {
        port: chrome.port,
        onlyCategories: categories,
        logLevel: "silent",
      });
      const scores = categories.map((category) => Math.round((result.lhr.categories[category].score ?? 0) * 100));
      const wanting = Object.values(result.lhr.audits).filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== "informative",
      );
      const findings = wanting.map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id));
      console.log(JSON.stringify({ theme: name, page, scores, findings }));
    }
  }
} finally {
  chrome.kill();
}
