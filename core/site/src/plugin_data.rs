//! What plugins have stored for their blocks.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::plugin_storage;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;

use crate::SiteError;

/// Longest stored value that a block gets, in bytes of base 64: 64 KiB.
const MAX_VALUE_BYTES: i32 = 64 * 1024 / 3 * 4 + 4;

/// What a plugin has stored under the key `page/` and the name of a block: the value of its JSON, or its text. Null when
/// nothing is stored, when it is longer than 64 KiB, and when it is no text.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn stored(tx: &TenantTx, plugin_id: &str, block: &str, now: Timestamp) -> Result<Value, SiteError> {
    let length = Func::cust("length").arg(Expr::col(plugin_storage::Column::Value));
    let lives = plugin_storage::Column::ExpiresOn;
    let wanted = Condition::all()
        .add(plugin_storage::Column::PluginId.eq(plugin_id))
        .add(plugin_storage::Column::Key.eq(format!("page/{block}")))
        .add(lives.is_null().or(lives.gt(now)))
        // A plugin may store much more, which no page has to read.
        .add(Expr::expr(length).lte(MAX_VALUE_BYTES));
    let row = tx.find::<plugin_storage::Entity>().filter(wanted).one().await?;
    Ok(row.map_or(Value::Null, |row| value_of(&row.value)))
}

fn value_of(base64: &str) -> Value {
    let text = STANDARD.decode(base64).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_block_gets_json_or_a_text() {
        let value = |bytes: &[u8]| value_of(&STANDARD.encode(bytes));
        assert_eq!(value(br#"{"rate": 4.5}"#), json!({"rate": 4.5}));
        assert_eq!(value("4,5 °C".as_bytes()), json!("4,5 °C"));
        assert_eq!(value(&[0xff, 0xfe]), Value::Null);
        assert_eq!(value_of("no base 64"), Value::Null);
    }
}
