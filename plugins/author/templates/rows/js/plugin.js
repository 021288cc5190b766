// Writes the products as a table with tabs, and reads numbers of stock from one.

import { catalogueFormats, invalidInput, setting } from "../sdk/js/index.js";

const HEADINGS = "sku\tname\tprice\tstock\n";

export const rows = catalogueFormats({
  "{{entry}}": {
    write(part, ctx) {
      const withHidden = setting("hidden") === true;
      const lines = part.products
        .filter((product) => product.published || withHidden)
        .flatMap((product) => product.variants.map((variant) => line(product, variant, ctx.currencyExponent)));
      return (part.number === 0 ? HEADINGS : "") + lines.join("");
    },
    read(text) {
      const [first = "", ...lines] = text.split("\n");
      const headings = first.split("\t").map((heading) => heading.trim());
      const [sku, stock] = [headings.indexOf("sku"), headings.indexOf("stock")];
      if (sku < 0 || stock < 0) {
        throw invalidInput("the first line needs the columns sku and stock");
      }
      return lines.flatMap((line, index) => {
        const cells = line.split("\t").map((cell) => cell.trim());
        const pieces = cells[stock] ?? "";
        if (pieces === "") {
          return [];
        }
        if (!/^\d{1,9}$/.test(pieces)) {
          throw invalidInput(`line ${index + 2}: the stock is no number`);
        }
        return [{ line: index + 2, sku: cells[sku] ?? "", stock: Number(pieces) }];
      });
    },
  },
});

function line(product, variant, exponent) {
  const price = (variant.salePrice ?? variant.price).minor;
  const decimal = (price / 10 ** exponent).toFixed(exponent);
  return `${plain(variant.sku)}\t${plain(product.name)}\t${decimal}\t${variant.stock ?? ""}\n`;
}

/** A text for a cell. */
function plain(text) {
  return text.replace(/[\u0000-\u001f\u007f]/g, " ");
}
