// Scores of Lighthouse, mobile profile, for the pages of a demo shop in each theme.
// node measure.js --port 8080 [--chrome /usr/bin/chromium]; prints one line of JSON for each page.
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const { values } = parseArgs({ options: { port: { type: "string" }, chrome: { type: "string" }, theme: { type: "string" } } });
const platform = `http://localhost:${values.port}`;
const shop = `http://juniper.localhost:${values.port}`;
const pages = { home: "/", product: "/shop/supper-plate", content: "/journal/mixing-juniper" };
const categories = ["performance", "accessibility", "best-practices", "seo"];

async function answered(call) {
  const answer = await call;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The owner of the shop, who changes its theme. */
async function owner() {
  const first = await answered(fetch(`${platform}/api/openapi.json`));
  const crumb = first.headers.getSetCookie().map((cookie) => /^crumb=([^;]+)/.exec(cookie)?.[1]).find(Boolean) ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": crumb, Cookie: `crumb=${crumb}` };
  const body = JSON.stringify({ email: "owner@stoa.example", password: "stoa-demo-2026" });
  const session = await (await answered(fetch(`${platform}/api/auth/session`, { method: "POST", headers, body }))).json();
  const website = session.websites.find(({ identifier }) => identifier === "juniper");
  return { design: `${platform}/api/v1/websites/${website.id}/design`, headers: { ...headers, Authorization: `Bearer ${session.accessToken}` } };
}

async function show(theme, { design, headers }) {
  const { revision, draft } = await (await answered(fetch(design, { headers }))).json();
  const saving = { method: "PUT", headers: { ...headers, "If-Match": `"${revision}"` }, body: JSON.stringify({ ...draft, theme }) };
  const saved = await (await answered(fetch(design, saving))).json();
  await answered(fetch(`${design}/publish`, { method: "POST", headers, body: JSON.stringify({ revision: saved.revision }) }));
}

const robin = await owner();
const { themes } = await (await answered(fetch(robin.design, { headers: robin.headers }))).json();
const chrome = await launch({ chromePath: values.chrome ?? "/usr/bin/chromium", chromeFlags: ["--headless=new", "--no-sandbox"] });
try {
  for (const { name } of themes.filter(({ name }) => values.theme === undefined || name === values.theme)) {
    await show(name, robin);
    for (const [page, path] of Object.entries(pages)) {
      // The first call draws the page and makes its pictures, as it does for the first visitor alone.
      await lighthouse(shop + path, { port: chrome.port, onlyCategories: ["seo"], logLevel: "silent" });
      const result = await lighthouse(shop + path, { port: chrome.port, onlyCategories: categories, logLevel: "silent" });
      const scores = categories.map((category) => Math.round((result.lhr.categories[category].score ?? 0) * 100));
      const wanting = Object.values(result.lhr.audits).filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== "informative");
      const findings = wanting.map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id));
      console.log(JSON.stringify({ theme: name, page, scores, findings }));
    }
  }
} finally {
  chrome.kill();
}
