//! Writes into its log what runs low or out. The same event may arrive twice: the log then has two lines, and nothing
//! else happens.

mod texts;

use stoa_plugin_sdk::events::{Event, Events};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::log::{self, Level};
use stoa_plugin_sdk::{CallContext, Error, invalid_input, setting};

use texts::text;

struct Plugin;

impl Events for Plugin {
    fn handle(event: Event, ctx: CallContext) -> Result<(), Error> {
        let payload: Value = json::from_str(&event.payload).map_err(|error| invalid_input(error.to_string()))?;
        let member = |name: &str| payload.get(name).and_then(Value::as_str);
        let (Some(name), Some(sku)) = (member("productName"), member("sku")) else {
            return Err(invalid_input("an event without a product"));
        };
        let ignored = setting("ignored").and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        if !ignored.is_empty() && sku.starts_with(&ignored) {
            return Ok(());
        }
        let key = if event.topic == "stock.low" { "low" } else { "out" };
        let stock = payload.get("stock").and_then(Value::as_i64).unwrap_or(0).to_string();
        let line = text(&ctx.locale, key).replace("{name}", name).replace("{sku}", sku).replace("{stock}", &stock);
        log::write(Level::Info, &line);
        Ok(())
    }
}

stoa_plugin_sdk::plugin!(events: Plugin);
