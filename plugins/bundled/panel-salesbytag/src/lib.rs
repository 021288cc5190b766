//! The panel `sales`: what was sold of the products with each tag. Its page asks for one page of orders after the other
//! and adds them up, so that no call has to read many.

use std::collections::BTreeMap;

use stoa_plugin_sdk::json::{Map, Value, from_str, json};
use stoa_plugin_sdk::orders::{self, PaymentStatus};
use stoa_plugin_sdk::panels::{Panels, Person};
use stoa_plugin_sdk::products;
use stoa_plugin_sdk::reads::{Failure, PageRequest};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, invalid_input, texts};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const LONGEST_DAYS: u64 = 366;
/// A call has 50 reads: one for a list, and one for the lines of each of its orders.
const ORDERS_OF_A_CALL: u32 = 40;
const PRODUCTS_OF_A_CALL: u32 = 100;
/// Texts of the page.
const WORDS: [&str; 11] =
    ["period", "days30", "days90", "days365", "tag", "untagged", "pieces", "sales", "none", "counting", "retry"];

struct Plugin;

impl Panels for Plugin {
    fn call(panel: String, method: String, input: String, _person: Person, ctx: CallContext) -> Result<String, Error> {
        if panel != "sales" {
            return Err(error(ErrorCode::NotSupported, format!("no panel {panel}")));
        }
        let input: Value = from_str(&input).map_err(|fault| invalid_input(fault.to_string()))?;
        let answer = match method.as_str() {
            "words" => Ok(words(&ctx)),
            "products" => products(&input),
            "orders" => orders(&input, &ctx),
            other => Err(error(ErrorCode::NotSupported, format!("no method {other}"))),
        };
        answer.map(|answer| answer.to_string())
    }
}

/// What the page writes, and how it writes amounts.
fn words(ctx: &CallContext) -> Value {
    let texts: Map<String, Value> =
        WORDS.iter().map(|key| ((*key).to_owned(), json!(texts::text(key).unwrap_or_default()))).collect();
    json!({ "texts": texts, "currency": ctx.currency, "exponent": ctx.currency_exponent })
}

fn cursor_of(input: &Value) -> Option<String> {
    input.get("cursor").and_then(Value::as_str).map(str::to_owned)
}

/// The tags of a page of products.
fn products(input: &Value) -> Result<Value, Error> {
    let filter = products::Filter { query: None, store_id: None, kind: None, publication: None };
    let page = PageRequest { cursor: cursor_of(input), limit: PRODUCTS_OF_A_CALL };
    let found = products::list_products(&filter, &page).map_err(refused)?;
    let tags: Map<String, Value> =
        found.products.into_iter().map(|product| (product.id, json!(product.tags))).collect();
    Ok(json!({ "tags": tags, "next": found.next }))
}

/// What was sold of each product in a page of orders.
fn orders(input: &Value, ctx: &CallContext) -> Result<Value, Error> {
    let days = input.get("days").and_then(Value::as_u64).filter(|days| (1..=LONGEST_DAYS).contains(days));
    let days = days.ok_or_else(|| invalid_input("`days` is a number from 1 to 366"))?;
    let filter = orders::Filter {
        query: None,
        payment_status: None,
        fulfillment_status: None,
        from_ms: Some(ctx.now_ms.saturating_sub(days * DAY_MS)),
        until_ms: None,
        test: Some(false),
        tag: None,
    };
    let page = PageRequest { cursor: cursor_of(input), limit: ORDERS_OF_A_CALL };
    let found = orders::list_orders(&filter, &page).map_err(refused)?;
    let mut sold: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for summary in found.orders {
        if !matches!(summary.payment_status, PaymentStatus::Paid | PaymentStatus::PartiallyRefunded) {
            continue;
        }
        let Some(order) = orders::get(&summary.id).map_err(refused)? else { continue };
        for line in order.lines {
            let kept = (line.quantity - line.refunded_quantity).max(0);
            let entry = sold.entry(line.product_id).or_default();
            entry.0 += kept;
            entry.1 += line.unit_price.minor * kept;
        }
    }
    let sold: Map<String, Value> = sold.into_iter().map(|(id, (pieces, minor))| (id, json!([pieces, minor]))).collect();
    Ok(json!({ "sold": sold, "next": found.next }))
}

fn refused(failure: Failure) -> Error {
    match failure {
        Failure::Invalid => invalid_input("the cursor is none of this list"),
        Failure::NotGranted => {
            error(ErrorCode::NotConfigured, texts::text("notGranted").unwrap_or_else(|| "not granted".to_owned()))
        }
        other => error(ErrorCode::Internal, format!("the data cannot be read: {other:?}")),
    }
}

stoa_plugin_sdk::plugin!(panels: Plugin);
