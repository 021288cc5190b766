//! Reads products of a table with tabs line by line, and counts the bytes of a large answer.

use stoa_plugin_sdk::http::Request;
use stoa_plugin_sdk::jobs::Jobs;
use stoa_plugin_sdk::product_files::ProductFiles;
use stoa_plugin_sdk::product_rows::{ProductRow, RowSale, RowStock};
use stoa_plugin_sdk::streams::Input;
use stoa_plugin_sdk::{
    CallContext, Error, ErrorCode, Money, error, http_streams, invalid_input, lines, product_row, put_rows, storage,
};

/// Rows that are given to the shop at once.
const AT_ONCE: usize = 100;

struct Plugin;

impl ProductFiles for Plugin {
    fn read(_format: String, file: Input, ctx: CallContext) -> Result<(), Error> {
        let mut rows: Vec<ProductRow> = Vec::new();
        let mut headings: Vec<String> = Vec::new();
        for line in lines(&file) {
            let line = line?;
            let cells: Vec<&str> = line.text.split('\t').map(str::trim).collect();
            if headings.is_empty() {
                headings = cells.into_iter().map(str::to_owned).collect();
                if !headings.iter().any(|heading| heading == "sku") {
                    return Err(invalid_input("the first line needs the column sku"));
                }
                continue;
            }
            rows.push(row(line.number, &headings, &cells, &ctx.currency)?);
            if rows.len() == AT_ONCE {
                put_rows(&rows)?;
                rows.clear();
            }
        }
        put_rows(&rows)
    }
}

fn row(number: u32, headings: &[String], cells: &[&str], currency: &str) -> Result<ProductRow, Error> {
    let mut row = product_row(number, "");
    for (heading, cell) in headings.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
        let amount = || -> Result<Money, Error> {
            let minor =
                cell.parse::<i64>().map_err(|_| invalid_input(format!("line {number}: {heading} is no number")))?;
            Ok(Money { minor, currency: currency.to_owned() })
        };
        let list = || -> Vec<String> { cell.split(',').map(|part| part.trim().to_owned()).collect() };
        let text = || Some((*cell).to_owned());
        match heading.as_str() {
            "line" => row.line = cell.parse().unwrap_or_default(),
            "sku" => row.sku = (*cell).to_owned(),
            "product" => row.product = (*cell).to_owned(),
            "name" => row.name = text(),
            "description" => row.description = text(),
            "published" => row.published = Some(*cell == "yes"),
            "tags" => row.tags = Some(list()),
            "categories" => row.categories = Some(list()),
            "price" => row.price = Some(amount()?),
            "currency" => row.price.iter_mut().for_each(|price| price.currency = (*cell).to_owned()),
            "sale" if *cell == "none" => row.sale = Some(RowSale::Ended),
            "sale" => row.sale = Some(RowSale::Price(amount()?)),
            "stock" if *cell == "unlimited" => row.stock = Some(RowStock::Untracked),
            "stock" => {
                let pieces =
                    cell.parse::<u32>().map_err(|_| invalid_input(format!("line {number}: the stock is no number")))?;
                row.stock = Some(RowStock::Pieces(pieces));
            }
            option => row.options.push((option.to_owned(), (*cell).to_owned())),
        }
    }
    Ok(row)
}

impl Jobs for Plugin {
    fn run(_name: String, _scheduled_ms: u64, _ctx: CallContext) -> Result<(), Error> {
        let request = Request {
            method: "GET".to_owned(),
            url: "https://files.example/large".to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
            timeout_ms: 0,
        };
        let answer = http_streams::send(&request)
            .map_err(|failure| error(ErrorCode::UpstreamFailed, failure.name().to_owned()))?;
        let (mut bytes, mut parts) = (0, 0);
        let ended = loop {
            match answer.body.read(50_000) {
                Ok(part) if part.is_empty() => break "whole",
                Ok(part) => (bytes, parts) = (bytes + part.len(), parts + 1),
                Err(fault) => break fault.name(),
            }
        };
        storage::set("seen", format!("{ended} {bytes} {parts}").as_bytes(), None);
        Ok(())
    }
}

stoa_plugin_sdk::plugin!(product_files: Plugin, jobs: Plugin);
