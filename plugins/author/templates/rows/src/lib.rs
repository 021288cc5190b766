//! Writes the products as a table with tabs, and reads numbers of stock from one.

use stoa_plugin_sdk::rows::{Part, Product, ProductVariant, Rows, StockRow};
use stoa_plugin_sdk::{CallContext, Error, invalid_input, setting};

const HEADINGS: &str = "sku\tname\tprice\tstock\n";

struct Plugin;

impl Rows for Plugin {
    fn write(_format: String, part: Part, ctx: CallContext) -> Result<String, Error> {
        let with_hidden = setting("hidden").and_then(|value| value.as_bool()).unwrap_or(false);
        let mut text = if part.number == 0 { HEADINGS.to_owned() } else { String::new() };
        for product in part.products.iter().filter(|product| product.published || with_hidden) {
            for variant in &product.variants {
                text.push_str(&line(product, variant, ctx.currency_exponent));
            }
        }
        Ok(text)
    }

    fn read(_format: String, file: Vec<u8>, _ctx: CallContext) -> Result<Vec<StockRow>, Error> {
        let text = String::from_utf8(file).map_err(|_| invalid_input("the file is not UTF-8"))?;
        let mut lines = (1_u32..).zip(text.lines());
        let headings: Vec<&str> = lines.next().map(|(_, line)| line.split('\t').collect()).unwrap_or_default();
        let column = |name: &str| headings.iter().position(|heading| heading.trim() == name);
        let (Some(sku), Some(stock)) = (column("sku"), column("stock")) else {
            return Err(invalid_input("the first line needs the columns sku and stock"));
        };
        let mut rows = Vec::new();
        for (number, line) in lines {
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            let cell = |index: usize| cells.get(index).copied().unwrap_or_default();
            if cell(stock).is_empty() {
                continue;
            }
            let pieces = cell(stock).parse::<u32>();
            let pieces = pieces.map_err(|_| invalid_input(format!("line {number}: the stock is no number")))?;
            rows.push(StockRow { line: number, sku: cell(sku).to_owned(), stock: Some(pieces) });
        }
        Ok(rows)
    }
}

fn line(product: &Product, variant: &ProductVariant, exponent: u8) -> String {
    let price = variant.sale_price.as_ref().unwrap_or(&variant.price).minor;
    let stock = variant.stock.map(|pieces| pieces.to_string()).unwrap_or_default();
    format!("{}\t{}\t{}\t{stock}\n", plain(&variant.sku), plain(&product.name), decimal(price, exponent))
}

/// A text for a cell.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// 1200 with two digits after the point is `12.00`.
fn decimal(minor: i64, exponent: u8) -> String {
    let unit = 10_i64.pow(u32::from(exponent));
    match exponent {
        0 => minor.to_string(),
        _ => format!("{}.{:0width$}", minor / unit, minor % unit, width = usize::from(exponent)),
    }
}

stoa_plugin_sdk::plugin!(rows: Plugin);
