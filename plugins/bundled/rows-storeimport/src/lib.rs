//! Products of other stores: the CSV files that Shopify and WooCommerce export. Which of the two a file is from is seen by its
//! headings.

mod amount;
mod columns;
mod found;
mod html;
mod shopify;
mod table;
#[cfg(test)]
mod tests;
mod values;
mod woo;

use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::product_files::ProductFiles;
use stoa_plugin_sdk::product_rows::{self, ProductRow, Refusal};
use stoa_plugin_sdk::streams::{Fault as StreamFault, Input};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, invalid_input, setting, texts};

use crate::columns::Columns;
use crate::found::{Found, Problem};
use crate::shopify::Shopify;
use crate::table::{Fault, Table};
use crate::values::{CategoryUse, Shop};
use crate::woo::Woo;

/// Bytes that are asked for at once.
const PART: u32 = 64 * 1024;
/// Rows that are given to the shop at once.
const AT_ONCE: usize = 100;
/// Bytes of descriptions after which rows are given: a call passes no more than 2 MiB.
const BYTES_AT_ONCE: usize = 512 * 1024;

struct StoreImport;

impl ProductFiles for StoreImport {
    fn read(format: String, file: Input, ctx: CallContext) -> Result<(), Error> {
        if format != "store" {
            return Err(error(ErrorCode::NotSupported, format!("{format} is not read")));
        }
        let mut given = Given { rows: Vec::with_capacity(AT_ONCE), bytes: 0 };
        read(|| part(&file), &shop(ctx), |found| given.add(found)).map_err(|fault| match fault {
            Fault::Bad(problem) => invalid_input(words(&problem)),
            Fault::Broken(failure) => failure,
        })?;
        given.give()
    }
}

/// Reads a file, and tells `each` what it finds.
fn read(
    next: impl FnMut() -> Result<Vec<u8>, Error>,
    shop: &Shop,
    mut each: impl FnMut(Found) -> Result<(), Error>,
) -> Result<(), Fault> {
    let mut table = Table::open(next)?;
    let unknown = || Fault::Bad(Problem::new("unknown"));
    let columns = Columns::of(&table.record()?.ok_or_else(unknown)?);
    let mut shopify = Shopify::of(&columns, shop);
    let mut woo = if shopify.is_none() { Some(Woo::of(&columns, shop).ok_or_else(unknown)?) } else { None };
    while let Some(record) = table.record()? {
        if record.is_empty() {
            continue;
        }
        let by_shopify = shopify.as_mut().and_then(|shopify| shopify.read(&record));
        let found = by_shopify.or_else(|| woo.as_mut().and_then(|woo| woo.read(&record)));
        found.map_or(Ok(()), &mut each).map_err(Fault::Broken)?;
    }
    woo.into_iter().flat_map(Woo::rest).try_for_each(each).map_err(Fault::Broken)
}

fn part(file: &Input) -> Result<Vec<u8>, Error> {
    file.read(PART).map_err(|fault| match fault {
        StreamFault::Broken => error(ErrorCode::UpstreamFailed, "the file broke off"),
        StreamFault::Timeout => error(ErrorCode::TimedOut, "the file did not go on in time"),
        StreamFault::BudgetExhausted => invalid_input(words(&Problem::new("tooLarge"))),
    })
}

fn shop(ctx: CallContext) -> Shop {
    let chosen = |key: &str| setting(key).as_ref().and_then(Value::as_str).map(str::to_owned).unwrap_or_default();
    Shop {
        currency: ctx.currency,
        exponent: ctx.currency_exponent,
        categories: match chosen("categories").as_str() {
            "categories" => CategoryUse::Categories,
            "none" => CategoryUse::LeftOut,
            _ => CategoryUse::Tags,
        },
        has_services: chosen("unshipped") == "service",
    }
}

/// Rows that the shop gets together.
struct Given {
    rows: Vec<ProductRow>,
    /// Of their descriptions.
    bytes: usize,
}

impl Given {
    fn add(&mut self, found: Found) -> Result<(), Error> {
        let row = match found {
            Found::Row(row) => row,
            Found::Refused(refused) => return product_rows::refuse(&refused.said(&words)).map_err(too_much),
        };
        let texts = [&row.excerpt, &row.description];
        self.bytes += texts.into_iter().flatten().map(String::len).sum::<usize>();
        self.rows.push(row);
        if self.rows.len() < AT_ONCE && self.bytes < BYTES_AT_ONCE { Ok(()) } else { self.give() }
    }

    fn give(&mut self) -> Result<(), Error> {
        let rows = std::mem::take(&mut self.rows);
        self.bytes = 0;
        product_rows::put(&rows).map_err(too_much)
    }
}

fn too_much(refusal: Refusal) -> Error {
    match refusal {
        Refusal::TooMany => invalid_input(words(&Problem::new("tooMany"))),
        Refusal::TooLarge => invalid_input(words(&Problem::new("tooLarge"))),
        Refusal::NotHere => error(ErrorCode::Internal, "there is no file with products to read"),
    }
}

/// A text in the language of the person who imports.
fn words(problem: &Problem) -> String {
    texts::fill(problem.key, &problem.values).unwrap_or_else(|| problem.key.to_owned())
}

stoa_plugin_sdk::plugin!(product_files: StoreImport);
