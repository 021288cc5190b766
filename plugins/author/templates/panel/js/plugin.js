// Two panels of the admin: a table of the products that are running out, and a page that counts them.

import { listProducts } from "stoa:plugin/products@0.2.0";
import { adminPanels, fail, setting, text } from "../sdk/js/index.js";

export const panels = adminPanels({
  "{{entry}}": {
    show(_input, _person, ctx) {
      const rows = runningOut();
      return {
        columns: [
          { key: "product", label: text(ctx.locale, "product") },
          { key: "stock", label: text(ctx.locale, "stock"), kind: "number" },
        ],
        rows,
        notice: rows.length === 0 ? text(ctx.locale, "enough") : null,
      };
    },
  },
  "{{entry}}-page": {
    count: (_input, _person, ctx) => ({ text: text(ctx.locale, "count", { count: runningOut().length }) }),
  },
});

/** The products with little stock, of the hundred that changed last. */
function runningOut() {
  const fewest = setting("fewest") ?? 5;
  const rows = [];
  for (const { name, variants } of products()) {
    const counted = variants.filter(({ stock }) => stock !== undefined).map(({ stock }) => Number(stock));
    const stock = Math.min(...counted);
    if (counted.length > 0 && stock < fewest) rows.push({ product: name, stock });
  }
  return rows;
}

function products() {
  try {
    return listProducts({}, { limit: 100 }).products;
  } catch (failure) {
    throw fail("not-supported", `the products cannot be read: ${failure.payload ?? failure}`);
  }
}
