//! Errors of scripts on the site's pages, grouped by message and stack.

use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::analytics::analytics_error::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::Days;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use crate::texts;

/// Maximum number of groups in a list.
const MAX_GROUPS: u64 = 500;

/// A group of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorGroup {
    /// Its id.
    pub hash: String,
    /// The message.
    pub message: String,
    /// The stack.
    pub stack: String,
    /// A page where it happened.
    pub page: String,
    /// A browser in which it happened.
    pub browser: String,
    /// When it happened first.
    pub first_seen: Timestamp,
    /// When it happened last.
    pub last_seen: Timestamp,
    /// How often it happened.
    pub count: i64,
}

/// Which groups are wanted: all by default.
#[derive(Clone, Debug, Default)]
pub struct ErrorFilter {
    /// Those that were seen for the first time before the end of these days, and for the last time not before them.
    pub days: Option<Days>,
    /// Those that happened last on this page.
    pub page: Option<String>,
    /// Those that happened last in this browser; an empty text for an unknown one.
    pub browser: Option<String>,
}

impl ErrorFilter {
    fn condition(&self) -> Condition {
        let mut all = Condition::all();
        if let Some((from, until)) = self.days.as_ref().map(Days::whole) {
            all = all.add(Column::LastSeen.gte(from)).add(Column::FirstSeen.lt(until));
        }
        for (column, value) in [(Column::Page, &self.page), (Column::Browser, &self.browser)] {
            if let Some(value) = value {
                all = all.add(if value.is_empty() { column.is_null() } else { column.eq(texts::id_of(value)) });
            }
        }
        all
    }
}

/// The groups that are wanted, the latest first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: Option<&TenantDb>, filter: &ErrorFilter) -> Result<Vec<ErrorGroup>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let Some(db) = db else { return Ok(Vec::new()) };
    let tx = db.read().await?;
    let found = tx.find::<Entity>().filter(filter.condition());
    let rows = found.order_by_desc(Column::LastSeen).limit(MAX_GROUPS).all().await?;
    named(&tx, rows).await
}

/// One group.
///
/// # Errors
/// When there is none, the caller may not read analytics, or the database fails.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: Option<&TenantDb>, hash: &str) -> Result<ErrorGroup, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let (Some(db), Ok(hash)) = (db, hash.parse::<i64>()) else { return Err(Failure::not_found()) };
    let tx = db.read().await?;
    let row = tx.find::<Entity>().filter(Column::Hash.eq(hash)).all().await?;
    named(&tx, row).await?.into_iter().next().ok_or_else(Failure::not_found)
}

async fn named(tx: &TenantTx, rows: Vec<Model>) -> Result<Vec<ErrorGroup>, Failure> {
    let ids: Vec<i64> = rows.iter().flat_map(|row| [row.page, row.browser]).flatten().collect();
    let words = texts::read(tx, &ids).await?;
    let text = |id: Option<i64>| id.and_then(|id| words.get(&id).cloned()).unwrap_or_default();
    let group = |row: Model| ErrorGroup {
        hash: row.hash.to_string(),
        page: text(row.page),
        browser: text(row.browser),
        message: row.message,
        stack: row.stack,
        first_seen: row.first_seen,
        last_seen: row.last_seen,
        count: row.count,
    };
    Ok(rows.into_iter().map(group).collect())
}
