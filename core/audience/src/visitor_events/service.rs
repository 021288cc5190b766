use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::Value;
use stoa_entity::tenant::visitor_event::{ActiveModel, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::VisitorEventId;
use stoa_kernel::{TenantCtx, boxed};

use crate::AudienceError;

/// Maximum size of an event's data, bytes of its JSON text.
pub const MAX_BYTES: usize = 16 * 1024;
/// Retention of events, milliseconds: 25 months of 30 days.
pub const KEPT_MS: i64 = 25 * 30 * 24 * 3_600_000;
const MAX_NAME_LENGTH: usize = 100;
/// Parts of user agents of bots.
const BOT_USER_AGENTS: [&str; 6] = ["bot", "crawl", "spider", "slurp", "curl/", "wget/"];

/// An event as a browser reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVisitorEvent {
    /// Name of the event, such as `commerce_checkout_order_confirmed`.
    pub name: String,
    /// JSON text of an object with its data.
    pub content: String,
    /// User agent of the browser.
    pub user_agent: String,
}

/// Stores an event, unless a bot reports it.
///
/// # Errors
/// Errors for the name and the data.
#[boxed]
pub async fn record(ctx: &TenantCtx, db: &TenantDb, event: NewVisitorEvent) -> Result<(), AudienceError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
    let mut checks = Checks::default();
    let named = (1..=MAX_NAME_LENGTH).contains(&event.name.len()) && event.name.bytes().all(plain);
    checks.require(named, "event", "Use letters, digits, dots, hyphens and underscores in the event name.");
    let content = Some(event.content.as_str())
        .filter(|text| text.len() <= MAX_BYTES)
        .and_then(|text| serde_json::from_str::<Value>(text).ok())
        .filter(Value::is_object);
    checks.require(content.is_some(), "data", "Send a JSON object of at most 16 KiB.");
    checks.finish()?;
    let Some(content) = content.filter(|_| !is_program(&event.user_agent)) else { return Ok(()) };
    let tx = db.write().await?;
    tx.insert(ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(VisitorEventId::generate()),
        name: Set(event.name),
        content: Set(content),
        created_on: Set(ctx.now()),
    })
    .await?;
    Ok(tx.commit().await?)
}

/// Deletes events older than [`KEPT_MS`].
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_old(ctx: &TenantCtx, db: &TenantDb) -> Result<(), AudienceError> {
    let oldest = ctx.now() - KEPT_MS;
    let old = db.read().await?.find::<Entity>().filter(Column::CreatedOn.lt(oldest)).limit(1).one().await?;
    if old.is_none() {
        return Ok(());
    }
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::CreatedOn.lt(oldest)).exec().await?;
    Ok(tx.commit().await?)
}

/// When the oldest event is to be deleted, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, AudienceError> {
    let oldest = tx.find::<Entity>().order_by_asc(Column::CreatedOn).one().await?;
    Ok(oldest.map(|row| row.created_on + KEPT_MS + 1))
}

fn is_program(user_agent: &str) -> bool {
    let name = user_agent.to_ascii_lowercase();
    BOT_USER_AGENTS.iter().any(|program| name.contains(program))
}

#[cfg(test)]
mod tests {
    use super::is_program;

    #[test]
    fn bots_are_detected() {
        assert!(is_program("Mozilla/5.0 (compatible; Examplebot/2.1; +https://domain.com)"));
        assert!(is_program("curl/8.5.0"));
        assert!(!is_program("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36"));
    }
}
