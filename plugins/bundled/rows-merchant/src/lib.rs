//! Formats of catalogue files: a feed of products for shopping searches, and the stock of a warehouse.

mod feed;
mod warehouse;

use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::rows::{Part, Rows, StockRow};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, setting};

struct Merchant;

impl Rows for Merchant {
    fn write(format: String, part: Part, ctx: CallContext) -> Result<String, Error> {
        match format.as_str() {
            "merchant" => Ok(feed::text(&part, ctx.currency_exponent)),
            _ => Err(error(ErrorCode::NotSupported, format!("{format} is not written"))),
        }
    }

    fn read(format: String, file: Vec<u8>, _ctx: CallContext) -> Result<Vec<StockRow>, Error> {
        match format.as_str() {
            "warehouse" => warehouse::rows(file),
            _ => Err(error(ErrorCode::NotSupported, format!("{format} is not read"))),
        }
    }
}

/// A text of the settings.
fn text_setting(key: &str, otherwise: &str) -> String {
    setting(key).as_ref().and_then(Value::as_str).unwrap_or(otherwise).to_owned()
}

stoa_plugin_sdk::plugin!(rows: Merchant);
