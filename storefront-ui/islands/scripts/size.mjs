// How much script a page loads, gzipped: the entry, what it always loads, and the page's islands with theirs.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
const entry = "src/app/main.ts";
const island = {
  form: "src/features/form/contact-form.ts",
  product: "src/features/product/product-form.tsx",
  cart: "src/features/cart/cart-page.tsx",
  checkout: "src/features/checkout/mount-checkout.tsx",
  account: "src/features/account/mount-account.tsx",
};
/** Pages with the islands on them and the most kilobytes they may load. */
const pages = {
  product: { islands: [island.product], budget: 110 },
  contact: { islands: [island.form], budget: 110 },
  cart: { islands: [island.cart], budget: 110 },
  checkout: { islands: [island.checkout], budget: 120 },
  account: { islands: [island.account], budget: 110 },
};

function filesOf(names) {
  const seen = new Set();
  const visit = (name) => {
    const part = manifest[name];
    if (part === undefined) throw new Error(`${name} is not in the manifest`);
    if (seen.has(part.file)) return;
    seen.add(part.file);
    for (const imported of part.imports ?? []) visit(imported);
  };
  names.forEach(visit);
  return [...seen];
}

let isOver = false;
for (const [page, { islands, budget }] of Object.entries(pages)) {
  const sizes = filesOf([entry, ...islands]).map((file) => gzipSync(readFileSync(new URL(file, dist))).length);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  const verdict = kilobytes < budget ? "ok" : "TOO LARGE";
  isOver ||= kilobytes >= budget;
  console.log(`${page.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB  ${verdict}`);
}
if (isOver) process.exitCode = 1;
