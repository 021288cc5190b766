//! Two panels of the admin: a table of the products that are running out, and a page that counts them.

mod texts;

use stoa_plugin_sdk::json::{Value, json};
use stoa_plugin_sdk::panels::{Panels, Person};
use stoa_plugin_sdk::products::{Filter, list_products};
use stoa_plugin_sdk::reads::PageRequest;
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, setting};

use texts::text;

struct Plugin;

impl Panels for Plugin {
    fn call(panel: String, method: String, _input: String, _person: Person, ctx: CallContext) -> Result<String, Error> {
        let answer = match (panel.as_str(), method.as_str()) {
            ("{{entry}}", "show") => {
                let rows = running_out()?;
                let notice = if rows.is_empty() { json!(text(&ctx.locale, "enough")) } else { Value::Null };
                json!({
                    "columns": [
                        { "key": "product", "label": text(&ctx.locale, "product") },
                        { "key": "stock", "label": text(&ctx.locale, "stock"), "kind": "number" },
                    ],
                    "rows": rows,
                    "notice": notice,
                })
            }
            ("{{entry}}-page", "count") => {
                let count = running_out()?.len().to_string();
                json!({ "text": text(&ctx.locale, "count").replace("{count}", &count) })
            }
            _ => return Err(error(ErrorCode::NotSupported, format!("no method {method} of {panel}"))),
        };
        Ok(answer.to_string())
    }
}

/// The products with little stock, of the hundred that changed last.
fn running_out() -> Result<Vec<Value>, Error> {
    let fewest = setting("fewest").and_then(|value| value.as_i64()).unwrap_or(5);
    let filter = Filter { query: None, store_id: None, kind: None, publication: None };
    let page = PageRequest { cursor: None, limit: 100 };
    let found = list_products(&filter, &page)
        .map_err(|failure| error(ErrorCode::NotSupported, format!("the products cannot be read: {failure:?}")))?;
    let mut rows = Vec::new();
    for product in found.products {
        let stock = product.variants.iter().filter_map(|variant| variant.stock).min();
        if let Some(stock) = stock.filter(|stock| *stock < fewest) {
            rows.push(json!({ "product": product.name, "stock": stock }));
        }
    }
    Ok(rows)
}

stoa_plugin_sdk::plugin!(panels: Plugin);
