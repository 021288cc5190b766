import { createServer } from "node:http";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
const R = "/tmp/w/wt-q7/";
const rd = (p) => readFileSync(R + p, "utf8");
const SHELL = rd("core/http/src/public/plugin_client/frame.js"), CSS = rd("core/http/src/public/plugin_client/frame.css");
const loader = readFileSync("/tmp/w/q7x/try/plugin-client.js", "utf8");
const hash = (t) => `'sha256-${createHash("sha256").update(t).digest("base64")}'`;
const scripts = { countdown: rd("plugins/bundled/block-countdown/client/countdown.js"), compare: rd("plugins/bundled-js/block-beforeafter/client/before-after.js"),
  bad: "await stoa.block; setTimeout(() => { throw new Error('broken'); }, 300);", leave: "await stoa.block; location.href = '/elsewhere';" };
const js = rd("plugins/bundled-js/block-beforeafter/src/plugin.js");
const style = (s) => s.match(/<style>([\s\S]*?)<\/style>/)[1].replace(/\\\n/g, "");
const styles = { countdown: style(rd("plugins/bundled/block-countdown/src/lib.rs")), compare: style(js), bad: "", leave: "" };
const html = {
  countdown: `<div class="stoa-countdown" role="timer"><h2>The next</h2><time datetime="2030" class="stoa-countdown__parts"><span class="stoa-countdown__part"><span class="stoa-countdown__number">3</span> <span>days</span></span><span class="stoa-countdown__part"><span class="stoa-countdown__number">1</span> <span>hours</span></span></time><p><a href="/linked">more</a></p></div>`,
  compare: `<figure class="stoa-compare stoa-compare--standard"><div class="stoa-compare__pictures"><div class="stoa-compare__picture stoa-compare__picture--after"><img src="/assets/a.svg" alt="A"><span class="stoa-compare__label">After</span></div><div class="stoa-compare__picture stoa-compare__picture--before"><img src="/assets/b.svg" alt="B"><span class="stoa-compare__label">Before</span></div></div></figure>`,
  bad: "<p>still here</p>", leave: "<p>still here too</p>" };
const data = { countdown: { until: Date.now() + 3 * 86400e3 + 3600e3, labels: { days: "days", hours: "hours", minutes: "minutes", seconds: "seconds" }, finished: "" }, compare: { label: "Move the edge" }, bad: null, leave: null };
const scoped = (k) => styles[k]; // not scoped here
const block = (k) => `<style>${scoped(k)}</style><div class="stoa-block stoa-block-${k}"><div class="stoa-plugin-client"><div style="display:flow-root">${html[k]}</div><script type="application/json">${JSON.stringify({ frame: `/static/plugin-clients/${k}-x.html`, title: k, kind: k, styles: scoped(k), data: data[k] })}</script></div></div>`;
const pageCsp = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; script-src 'self'; frame-src 'self' https://player.vimeo.com; frame-ancestors 'self'";
const asked = [];
const server = createServer((q, a) => {
  asked.push([q.url, q.headers.cookie ?? "", q.headers.origin ?? ""]);
  const host = q.headers.host;
  const m = /^\/static\/plugin-clients\/(\w+)-/.exec(q.url);
  if (m) {
    const s = scripts[m[1]];
    a.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": `sandbox allow-scripts; default-src 'none'; script-src ${hash(SHELL)} ${hash(s)}; style-src 'unsafe-inline'; img-src data: blob: http://${host}/assets/; form-action 'none'; base-uri 'none'; webrtc 'block'`, "referrer-policy": "no-referrer" });
    a.end(`<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>Block</title>\n<style>${CSS}</style>\n</head>\n<body>\n<script>${SHELL}</script>\n<script type="module">${s}</script>\n</body>\n</html>\n`);
  } else if (q.url.startsWith("/plugin-client.js")) { a.writeHead(200, { "content-type": "text/javascript" }); a.end(loader); }
  else if (q.url.startsWith("/assets/")) { a.writeHead(200, { "content-type": "image/svg+xml" }); a.end(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${q.url.includes("a.svg") ? "teal" : "orange"}"/></svg>`); }
  else if (q.url === "/linked") { a.writeHead(200, { "content-type": "text/html" }); a.end("<h1>linked</h1>"); }
  else { a.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": pageCsp, "set-cookie": "CART=1; Path=/; SameSite=Lax" }); a.end(`<!doctype html><html lang="en"><head><title>t</title><style>body{font:18px Georgia;color:#234;max-width:600px;margin:2rem auto} h2{font:italic 700 30px Georgia;margin:0 0 1rem;color:#800}</style></head><body>${["countdown", "compare", "bad", "leave"].map(block).join("<p>between</p>")}<script type="module" src="/plugin-client.js"></script></body></html>`); }
}).listen(0);
const port = server.address().port;
const browser = await chromium.launch({ executablePath: process.env.STOA_E2E_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 800, height: 1400 } });
page.on("console", (m) => console.log("console:", m.type(), m.text()));
page.on("pageerror", (e) => console.log("pageerror:", e.message));
await page.goto(`http://localhost:${port}/`);
await page.evaluate(() => { window.shifts = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.shifts += e.value; }).observe({ type: "layout-shift", buffered: true }); });
await page.waitForTimeout(1500);
const f = page.frameLocator('iframe[title="countdown"]');
const read = async () => (await f.locator(".stoa-countdown__number").allTextContents()).join(":");
console.log(await read()); await page.waitForTimeout(1200); console.log(await read());
console.log("iframes", await page.locator("iframe").evaluateAll((l) => l.map((i) => [i.title, i.style.blockSize, i.style.visibility])));
console.log("fallbacks", await page.locator(".stoa-plugin-client > div").evaluateAll((l) => l.map((i) => i.style.display)));
console.log("shift", await page.evaluate(() => window.shifts));
const frame = page.frames().find((x) => x.url().includes("countdown-x"));
console.log(await frame.evaluate(async () => ({ o: window.origin, c: (() => { try { return document.cookie } catch (e) { return e.name } })(), p: (() => { try { return parent.document.title } catch (e) { return e.name } })(), n: await fetch("/x").then(() => "yes", (e) => e.message), h: getComputedStyle(document.querySelector("h2")).font, img: await new Promise((r) => { const i = new Image(); i.onload = () => r("loaded"); i.onerror = () => r("refused"); i.src = "https://example.com/x.png" }) })));
await page.screenshot({ path: "/tmp/w/q7x/try/page.png" });
const slider = page.frameLocator('iframe[title="compare"]').getByRole("slider");
await slider.focus(); for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
console.log("slider", await slider.inputValue(), await page.frameLocator('iframe[title="compare"]').locator(".stoa-compare__picture--before").evaluate((e) => e.style.inlineSize), await page.frameLocator('iframe[title="compare"]').locator("img").evaluateAll((l) => l.map((i) => i.naturalWidth)));
await page.screenshot({ path: "/tmp/w/q7x/try/page2.png" });
console.log("assets asked", asked.filter(([u]) => u.startsWith("/assets")));
await f.getByText("more").click(); await page.waitForURL("**/linked"); console.log("followed", page.url());
await browser.close(); server.close();
