// How much script and style the first screens load, gzipped: the entry, the chunks of the screen, and what they always
// load.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
const entry = "index.html";
/** Chunks of every screen of a site. */
const ofSite = ["src/app/screens.ts", "src/app/shell/site-shell.tsx"];
/** First screens, and one with a form, with their chunks and the most kilobytes they may load. */
const screens = {
  start: { chunks: [], budget: 211 },
  "sign-in": { chunks: ["src/features/session/pages/sign-in-page.tsx"], budget: 268 },
  home: { chunks: [...ofSite, "src/features/home/pages/home-page.tsx"], budget: 292 },
  form: { chunks: [...ofSite, "src/features/checkout/pages/checkout-page.tsx"], budget: 312 },
};

function filesOf(names) {
  const files = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  names.forEach(visit);
  return [...files];
}

let isOver = false;
for (const [screen, { chunks, budget }] of Object.entries(screens)) {
  const sizes = filesOf([entry, ...chunks]).map((file) => gzipSync(readFileSync(new URL(file, dist))).length);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  const verdict = kilobytes < budget ? "ok" : "TOO LARGE";
  isOver ||= kilobytes >= budget;
  console.log(`${screen.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB  ${verdict}`);
}
if (isOver) process.exitCode = 1;
