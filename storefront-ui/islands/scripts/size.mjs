// How much script a page loads, gzipped: the entry, what it always loads, and the page's islands with theirs. What is
// loaded only when it is used does not count; of that, every page with a cart needs the parts of the cart.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
const entry = "src/app/main.ts";
const island = {
  form: "src/features/form/contact-form.tsx",
  product: "src/features/product/product-form.tsx",
  cart: "src/features/cart/cart-page.tsx",
  checkout: "src/features/checkout/mount-checkout.tsx",
  account: "src/features/account/mount-account.tsx",
};
/** Pages with the islands on them and the most kilobytes they may load. */
const pages = {
  product: { islands: [island.product], budget: 18 },
  contact: { islands: [island.form], budget: 18 },
  cart: { islands: [island.cart], budget: 45 },
  checkout: { islands: [island.checkout], budget: 45 },
  account: { islands: [island.account], budget: 45 },
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

const cartParts = [
  "src/features/cart/pill-link.tsx",
  "src/app/cart-followers.ts",
  "src/shared/store/cart-thunks.ts",
  "../../api-spec/ts/src/client.ts",
];

function kilobytesOf(names) {
  const sizes = filesOf(names).map((file) => gzipSync(readFileSync(new URL(file, dist))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

let isOver = false;
for (const [page, { islands, budget }] of Object.entries(pages)) {
  const kilobytes = kilobytesOf([entry, ...islands]);
  const withCart = kilobytesOf([entry, ...islands, ...cartParts]);
  const verdict = kilobytes < budget ? "ok" : "TOO LARGE";
  isOver ||= kilobytes >= budget;
  console.log(
    `${page.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB  ${verdict} (with a cart ${withCart.toFixed(1)} kB)`,
  );
}
/** Scripts that pages load apart from the islands: for visits, and for blocks of plugins with a script. In bytes. */
for (const [file, budget] of Object.entries({ "visitor.js": 6000, "plugin-client.js": 1800 })) {
  const size = gzipSync(readFileSync(new URL(file, dist))).length;
  isOver ||= size > budget;
  console.log(`${file} ${size} of ${budget} bytes  ${size > budget ? "TOO LARGE" : "ok"}`);
}
if (isOver) process.exitCode = 1;
