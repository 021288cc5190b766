// What arrives part by part: bodies of `stoa:plugin/http-streams@0.2.0`, and files with products. These interfaces may still
// change: a plugin that uses them needs `unstable = ["streams"]` in its manifest.

import { fail, invalidInput } from "./errors.js";
import { implement } from "./index.js";
import { plain } from "./values.js";

/** Bytes that are asked for at once. */
const PART = 64 * 1024;
/** The byte that ends a line. */
const NEW_LINE = 10;
/** Longest line, in bytes. */
const LONGEST = 1024 * 1024;
/** Rows that are given to the shop at once. */
const ROWS = 200;

/** The parts of an input, each a Uint8Array. */
export function* parts(input) {
  for (;;) {
    const part = answerOf(() => input.read(PART));
    if (part.length === 0) {
      return;
    }
    yield part;
  }
}

/** The lines of an input as text, without their ends. */
export function* lines(input) {
  let rest = new Uint8Array();
  for (const part of parts(input)) {
    // No character of UTF-8 has this byte within it.
    const end = part.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) {
      const whole = textOf(joined(rest, part.subarray(0, end - 1)));
      rest = part.slice(end);
      yield* whole.split("\n").map(withoutEnd);
    } else {
      rest = joined(rest, part);
    }
    if (rest.length > LONGEST) {
      throw invalidInput("a line is longer than 1 MB");
    }
  }
  if (rest.length > 0) {
    yield withoutEnd(textOf(rest));
  }
}

/**
 * The interface `product-files`: `put` of `stoa:plugin/product-rows@0.2.0`, and formats by name, each a function of the lines
 * of a file and the context that yields rows. A row without a value leaves it as it is; `sale: null` ends a sale, and
 * `stock: null` is stock that is not tracked. A row with `refused` cannot be taken, for the reason that stands there: it needs
 * `refuse` of `stoa:plugin/product-rows@0.2.0`.
 */
export function productReader(put, formats, refuse) {
  return implement({
    read(format, file, ctx) {
      if (!Object.hasOwn(formats, format)) {
        throw fail("not-supported", `no format ${format}`);
      }
      let rows = [];
      for (const row of formats[format](lines(file), plain(ctx))) {
        if (row.refused !== undefined) {
          const { line, sku, product = "", refused } = row;
          taken(() => put(rows));
          rows = [];
          taken(() => refuse({ line, sku, product, reason: refused }));
          continue;
        }
        rows.push(toRow(row));
        if (rows.length === ROWS) {
          taken(() => put(rows));
          rows = [];
        }
      }
      taken(() => put(rows));
    },
  });
}

function taken(give) {
  try {
    give();
  } catch (thrown) {
    if (thrown?.payload === "too-many") {
      throw invalidInput("the file has more than 5,000 rows");
    }
    if (thrown?.payload === "too-large") {
      throw invalidInput("the texts of the file are too long");
    }
    throw thrown;
  }
}

function answerOf(read) {
  try {
    return read();
  } catch (thrown) {
    if (thrown?.payload === "budget-exhausted") {
      throw invalidInput("the text is too long");
    }
    if (thrown?.payload === "timeout") {
      throw fail("timed-out", "the text did not go on in time");
    }
    if (thrown?.payload === "broken") {
      throw fail("upstream-failed", "the text broke off");
    }
    throw thrown;
  }
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput("the file is not UTF-8");
  }
}

const withoutEnd = (line) => (line.endsWith("\r") ? line.slice(0, -1) : line);
const toAmount = ({ minor, currency }) => ({ minor: BigInt(minor), currency });

function toRow({ sale, stock, price, ...row }) {
  return {
    product: "",
    options: [],
    ...row,
    price: price && toAmount(price),
    sale: sale === undefined ? undefined : sale ? { tag: "price", val: toAmount(sale) } : { tag: "ended" },
    stock: stock === undefined ? undefined : stock === null ? { tag: "untracked" } : { tag: "pieces", val: stock },
  };
}
