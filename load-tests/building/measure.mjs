// Measures site building: time from publishing to the first response with the new content, image throughput, page size.
// node measure.mjs --port 8080 [--pid 1234]; prints one line of JSON per figure. `--pid` is the server's process id, for its memory.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { answered, read, send, showTheme, signIn, visit } from "../lib/demo.mjs";

const { values } = parseArgs({ options: { port: { type: "string" }, pid: { type: "string" } } });
const see = (path, headers) => visit(values.port, path, headers);
const rounds = 30;
const pictures = 24;
const maxConcurrent = 4;
const width = "1000w";

const say = (figure, value) => console.log(JSON.stringify({ figure, value }));
const owner = await signIn(`http://localhost:${values.port}`);

/** Time from the publish request to the first response with the new content, in milliseconds. */
async function publishing() {
  const { pages } = await read(owner, `${owner.base}/pages`);
  const page = `${owner.base}/pages/${pages.find(({ fullUrl }) => fullUrl === "/about").id}`;
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const mark = `figure-${round}-${Date.now()}`;
    const draft = await read(owner, page);
    const text = { id: "figure", kind: "markdown", settings: { markdown: mark } };
    const rows = [{ id: "row", columns: [{ span: 12, blocks: [text] }] }];
    draft.document = { version: 1, sections: [{ id: "section", rows }] };
    const saved = await send(owner, "PUT", page, draft, { "If-Match": `"${draft.revision}"` });
    const begun = performance.now();
    await send(owner, "POST", `${page}/publish`, { revision: saved.revision });
    while (!(await see("/about")).includes(mark)) continue;
    times.push(performance.now() - begun);
  }
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  say("from publishing to the first response with it", `p50 ${at(0.5)}, p95 ${at(0.95)} ms`);
}

/** Peak memory of the server in MB; null if its process id is not known. */
function mostMemory() {
  if (values.pid === undefined) return null;
  const line = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${values.pid}/status`, "utf8"));
  return line === null ? null : Math.round(Number(line[1]) / 1024);
}

/** Runs the work for each item, `atOnce` concurrently; returns items per second. */
async function rate(things, work) {
  const waiting = [...things];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: maxConcurrent }, async () => {
      for (let thing = waiting.pop(); thing !== undefined; thing = waiting.pop()) await work(thing);
    }),
  );
  return things.length / ((performance.now() - begun) / 1000);
}

async function pipeline() {
  const { assets } = await read(owner, `${owner.base}/assets?kind=picture&limit=200`);
  const largest = assets
    .filter(({ mimeType }) => mimeType !== "image/svg+xml")
    .sort((left, right) => right.width * right.height - left.width * left.height)[0];
  const file = new Blob([await see(largest.url)]);
  const urls = [];
  const taken = await rate(
    Array.from({ length: pictures }, (_, number) => number),
    async (number) => {
      const form = new FormData();
      form.append("file", file, `figure-${number}.webp`);
      const sent = { method: "POST", headers: owner.headers, body: form };
      urls.push((await (await answered(fetch(`${owner.platform}/api/assets`, sent))).json()).url);
    },
  );
  const made = await rate(urls, (url) => see(`${url}?format=${width}`, { Accept: "image/webp" }));
  const size = `${largest.width} × ${largest.height}`;
  say(`uploads of ${size} images, ${maxConcurrent} at once`, `${taken.toFixed(1)}/s`);
  say(`${width} WebP variants made, ${maxConcurrent} at once`, `${made.toFixed(1)}/s`);
  const memory = mostMemory();
  if (memory !== null) say("peak memory of the server", `${memory} MB`);
}

/** URLs in a page that match a pattern. */
function named(html, pattern) {
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1]))];
}

/** Transfer size of files in bytes, gzipped if `packed`. */
async function weight(paths, packed) {
  let bytes = 0;
  for (const path of paths) {
    const file = await see(path);
    bytes += packed ? gzipSync(file, { level: 9 }).length : file.length;
  }
  return bytes;
}

/** Scripts of a page including all static imports. */
async function scriptsOf(html) {
  const seen = new Set();
  const waiting = named(html, /<script type="module" src="([^"]+)"/g);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = (await see(path)).toString();
    for (const [, own] of text.matchAll(/(?:^|[;}\s])import\s*(?:[^"'()]*?from\s*)?["']([^"']+)["']/g)) {
      waiting.push(new URL(own, `http://localhost${path}`).pathname);
    }
  }
  return seen;
}

async function weights() {
  const { themes } = await read(owner, `${owner.base}/design`);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const { name } of themes) {
    await showTheme(owner, name);
    const html = (await see("/")).toString();
    const parts = [
      ["page", gzipSync(html, { level: 9 }).length],
      ["styles", await weight(named(html, /<link rel="stylesheet" href="([^"]+)"/g), true)],
      ["scripts", await weight(await scriptsOf(html), true)],
      ["fonts", await weight(named(html, /<link rel="preload" href="([^"]+)" as="font"/g), false)],
    ];
    say(`front page in ${name}`, parts.map(([part, bytes]) => `${part} ${kilobytes(bytes)}`).join(", "));
  }
}

await publishing();
await pipeline();
await weights();
