//! Panels that say what they are told, and try more than they may.

use stoa_plugin_sdk::json::json;
use stoa_plugin_sdk::panels::{Panels, Person};
use stoa_plugin_sdk::reads::PageRequest;
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, orders, products, storage2};

struct Told;

impl Panels for Told {
    fn call(panel: String, method: String, input: String, person: Person, ctx: CallContext) -> Result<String, Error> {
        let answer = match method.as_str() {
            "told" => json!({
                "panel": panel, "input": input, "reads": person.reads, "mayChange": person.may_change,
                "locale": ctx.locale, "site": ctx.site_id,
            }),
            "products" => {
                let filter = products::Filter { query: None, store_id: None, kind: None, publication: None };
                match products::list_products(&filter, &PageRequest { cursor: None, limit: 1 }) {
                    Ok(page) => json!({ "rows": page.products.len() }),
                    Err(failure) => json!({ "failure": word(&failure) }),
                }
            }
            "orders" => match orders::get("none") {
                Ok(order) => json!({ "found": order.is_some() }),
                Err(failure) => json!({ "failure": word(&failure) }),
            },
            "store" => {
                let refusal = storage2::set("seen", input.as_bytes(), None).err();
                json!({ "refusal": refusal.map(|refusal| word(&refusal)) })
            }
            "stored" => json!({ "seen": storage2::get("seen").is_some() }),
            "trap" => panic!("told to stop"),
            other => return Err(error(ErrorCode::NotSupported, format!("no method {other}"))),
        };
        Ok(answer.to_string())
    }
}

/// The name of a failure, as its interface writes it.
fn word(failure: &impl std::fmt::Debug) -> String {
    format!("{failure:?}").split('"').nth(1).unwrap_or_default().to_owned()
}

stoa_plugin_sdk::plugin!(panels: Told);
