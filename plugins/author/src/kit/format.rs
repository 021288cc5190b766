//! Formats of catalogue files: parts with no product and with many, texts that nobody expects, and files of other
//! formats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::reads::products::Product;
use stoa_plugin_host::model::{FormatPart, Money, ProductRow, RowSale, RowStock};
use stoa_plugin_host::{FormatCalls, PluginError, Site};

use super::payment::runtime;
use super::sample_shop::{all_products, product};
use super::workbench::Shop;
use super::{TestReport, Workbench, without_faults};
use crate::AuthorError;

/// Longest time of a part with 100 products, and of a file.
const MAX_TIME: Duration = Duration::from_millis(200);
const RUNS: usize = 15;
/// What people may have put into the name of a product.
const ODD_TEXTS: [&str; 5] = ["", "a\tb\nc\"d", "=1+1", "<b>&amp;</b>", "\u{202e}\u{1f381}\u{0}"];
const FILES: [&[u8]; 5] = [b"", b"\xff\xfe\x00", b"sku\tstock\n", b"{\"rows\": [", b"\"open quote"];
/// Where files are cut off: after so many parts of all.
const CUTS: [usize; 5] = [1, 5, 9, 15, 19];
const PARTS: usize = 20;

fn calls(bench: &Workbench, site: &Arc<Site>) -> Result<FormatCalls, PluginError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    bench.host.formats(&id, site, true)
}

fn part(number: u32, last: bool, products: Vec<Product>) -> FormatPart {
    FormatPart { number, last, origin: "https://shop.example".to_owned(), products }
}

/// The sample shop as the only part of a file.
pub(super) fn sample() -> FormatPart {
    part(0, true, all_products())
}

/// What a case says of files: names of formats, and the text to read.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileCase<'a> {
    pub(super) write: Option<&'a str>,
    pub(super) read: Option<&'a str>,
    pub(super) products: Option<&'a str>,
    pub(super) text: &'a str,
}

/// Writes the sample shop, or reads a text, as a case says; none for cases of other kinds.
pub(super) fn call(
    bench: &Workbench,
    site: &Arc<Site>,
    case: FileCase<'_>,
) -> Result<Option<Result<Json, PluginError>>, AuthorError> {
    let FileCase { write, read, products, text } = case;
    if write.is_none() && read.is_none() && products.is_none() {
        return Ok(None);
    }
    let calls = match calls(bench, site) {
        Ok(calls) => calls,
        Err(error) => return Ok(Some(Err(error))),
    };
    let runtime = runtime()?;
    Ok(Some(match (write, products) {
        (Some(format), _) => runtime.block_on(calls.write(format, &sample())).map(Json::from),
        (None, Some(format)) => {
            let rows = runtime.block_on(calls.read_products(format, text.as_bytes().to_vec()));
            rows.map(|rows| rows.iter().map(product_row).collect())
        }
        (None, None) => {
            let rows = runtime.block_on(calls.read(read.unwrap_or_default(), text.as_bytes()));
            rows.map(|rows| {
                rows.iter().map(|row| json!({ "line": row.line, "sku": row.sku, "stock": row.stock })).collect()
            })
        }
    }))
}

/// A row of a file with products, as cases compare it: with what it has alone.
fn product_row(row: &ProductRow) -> Json {
    let amount = |money: &Money| json!({ "minor": money.minor, "currency": money.currency });
    let members = [
        ("product", (!row.product.is_empty()).then(|| json!(row.product))),
        ("name", row.name.as_ref().map(|name| json!(name))),
        ("published", row.published.map(Json::from)),
        ("excerpt", row.excerpt.as_ref().map(|text| json!(text))),
        ("description", row.description.as_ref().map(|text| json!(text))),
        ("tags", row.tags.as_ref().map(|tags| json!(tags))),
        ("categories", row.categories.as_ref().map(|names| json!(names))),
        ("options", (!row.options.is_empty()).then(|| json!(row.options))),
        ("price", row.price.as_ref().map(amount)),
        (
            "sale",
            row.sale.as_ref().map(|sale| match sale {
                RowSale::Ended => Json::Null,
                RowSale::Price(price) => amount(price),
            }),
        ),
        (
            "stock",
            row.stock.map(|stock| match stock {
                RowStock::Untracked => Json::Null,
                RowStock::Pieces(pieces) => Json::from(pieces),
            }),
        ),
        ("weightGrams", row.weight_grams.map(Json::from)),
        ("refused", row.refused.as_ref().map(|reason| json!(reason))),
    ];
    let mut shown = json!({ "line": row.line, "sku": row.sku });
    for (name, value) in members {
        if let (Some(value), Some(shown)) = (value, shown.as_object_mut()) {
            shown.insert(name.to_owned(), value);
        }
    }
    shown
}

/// Files of other formats where products come in.
pub(super) fn run_products(bench: &Workbench, format: &str, report: &mut TestReport) -> Result<(), AuthorError> {
    let runtime = runtime()?;
    let site = bench.site(&Shop::default());
    let calls = calls(bench, &site).map_err(|error| AuthorError::Host(error.to_string()))?;
    let read = FILES.iter().map(|file| {
        let shown = String::from_utf8_lossy(file).into_owned();
        (format!("the file {shown:?}"), runtime.block_on(calls.read_products(format, file.to_vec())))
    });
    report.add(format!("format {format}: files of other formats with products"), without_faults(read));
    Ok(())
}

/// A hundred products with names that nobody expects.
fn odd_products() -> Vec<Product> {
    let named = |index: usize| {
        let name = ODD_TEXTS.get(index % ODD_TEXTS.len()).copied().unwrap_or_default();
        let stock = i64::try_from(index).ok().filter(|number| number % 3 != 0);
        product(&format!("odd-{index}"), name, 99_999_999, stock)
    };
    (0..100).map(named).collect()
}

pub(super) fn run(
    bench: &Workbench,
    format: &str,
    exports: bool,
    imports: bool,
    report: &mut TestReport,
) -> Result<(), AuthorError> {
    let runtime = runtime()?;
    let name = |test: &str| format!("format {format}: {test}");
    let site = bench.site(&Shop::default());
    let calls = calls(bench, &site).map_err(|error| AuthorError::Host(error.to_string()))?;
    if exports {
        let parts = [
            ("no products", part(0, true, Vec::new())),
            ("the first part of several", part(0, false, all_products())),
            ("a hundred products", part(1, true, odd_products())),
        ];
        let written: Vec<(String, Result<String, PluginError>)> = parts
            .iter()
            .map(|(what, part)| ((*what).to_owned(), runtime.block_on(calls.write(format, part))))
            .collect();
        let again = runtime.block_on(calls.write(format, &part(1, true, odd_products())));
        let is_same = written.last().is_none_or(|(_, first)| first.is_err() || *first == again);
        report.add(name("parts of a catalogue"), without_faults(written));
        let differs = "another text for the same products".to_owned();
        report.add(name("the same products give the same text"), if is_same { Ok(()) } else { Err(differs) });
        let many = part(1, true, odd_products());
        let times = (0..RUNS).map(|_| {
            let begin = Instant::now();
            let _ = runtime.block_on(calls.write(format, &many));
            begin.elapsed()
        });
        report.add_time(&format!("format {format}"), times.collect(), MAX_TIME);
    }
    if imports {
        let read = FILES.iter().map(|file| {
            let shown = String::from_utf8_lossy(file).into_owned();
            (format!("the file {shown:?}"), runtime.block_on(calls.read(format, file)))
        });
        report.add(name("files of other formats"), without_faults(read));
    }
    if exports && imports {
        let whole = runtime.block_on(calls.write(format, &sample())).unwrap_or_default();
        let cut = CUTS.iter().map(|cut| {
            // Not everything that is cut off ends with a whole character.
            let file = whole.as_bytes().get(..whole.len() * cut / PARTS).unwrap_or_default();
            (format!("the first {} of {} bytes", file.len(), whole.len()), runtime.block_on(calls.read(format, file)))
        });
        report.add(name("its own file, cut off"), without_faults(cut));
    }
    Ok(())
}
