// Copies the fonts of the themes from their packages, each with its licence, into the folders of the themes.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const islands = join(dirname(fileURLToPath(import.meta.url)), "..");
const subsets = ["latin", "latin-ext"];

/** Files of a family: the package, the name of its files, and what stands in them after the subset. */
const families = {
  archivo: ["@fontsource-variable/archivo", ["wght-normal"]],
  "hanken-grotesk": ["@fontsource-variable/hanken-grotesk", ["wght-normal"]],
  "instrument-sans": ["@fontsource-variable/instrument-sans", ["wght-normal"]],
  "instrument-serif": ["@fontsource/instrument-serif", ["400-normal", "400-italic"]],
  newsreader: ["@fontsource-variable/newsreader", ["wght-normal", "wght-italic"]],
  syne: ["@fontsource-variable/syne", ["wght-normal"]],
};

const themes = {
  gazette: ["instrument-serif", "instrument-sans", "newsreader"],
  indigo: ["archivo"],
  linen: ["newsreader"],
  nocturne: ["syne", "hanken-grotesk"],
};

for (const [theme, names] of Object.entries(themes)) {
  const target = join(islands, "../themes", theme, "assets/fonts");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    const [pack, cuts] = families[name];
    const source = join(islands, "node_modules", pack);
    copyFileSync(join(source, "LICENSE"), join(target, `LICENSE-${name}.txt`));
    for (const subset of subsets) {
      for (const cut of cuts) {
        const file = `${name}-${subset}-${cut}.woff2`;
        copyFileSync(join(source, "files", file), join(target, file));
      }
    }
  }
}
