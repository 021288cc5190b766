//! Entries of the audit log: added and listed.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait as _;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AuditId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed};

use super::{AuditAction, note};
use crate::keyset::invalid_cursor;
use crate::tenant::audit;
use crate::{DbError, TenantDb};

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditId,
    /// Time, UTC milliseconds.
    pub at: Timestamp,
    /// Id of an account, `system`, or the id of a customer's account.
    pub actor: String,
    /// Action, such as `order.refund`.
    pub action: String,
    /// Subject of the action, usually an id.
    pub subject: String,
}

/// Adds an entry for an action outside the site's own tables, after it was done.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn record(ctx: &TenantCtx, db: &TenantDb, action: AuditAction, subject: &str) -> Result<(), DbError> {
    let tx = db.write().await?;
    note(ctx, &tx, action, subject).await?;
    tx.commit().await
}

/// A page of the audit log, optionally of one action, the latest first.
///
/// # Errors
/// When the caller may not read it; a field error on `cursor`.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    action: Option<AuditAction>,
    request: &PageRequest,
) -> Result<Page<AuditEntry>, Failure> {
    ctx.authorise(Resource::AuditLog, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx
        .find::<audit::Entity>()
        .order_by_desc(audit::Column::At)
        .order_by_desc(audit::Column::Id)
        .limit(request.limit() + 1);
    if let Some(action) = action {
        find = find.filter(audit::Column::Action.eq(action.name()));
    }
    if let Some(cursor) = &request.cursor {
        let (at, id) = read_cursor(cursor)?;
        let same_time = audit::Column::At.eq(at).and(audit::Column::Id.lt(id));
        find = find.filter(audit::Column::At.lt(at).or(same_time));
    }
    let page = Page::from_rows(find.all().await?, request.limit(), |row| format!("{}.{}", row.at, row.id));
    let entry = |row: audit::Model| AuditEntry {
        id: row.id,
        at: row.at,
        actor: row.actor,
        action: row.action,
        subject: row.subject,
    };
    Ok(page.map(entry))
}

fn read_cursor(cursor: &str) -> Result<(i64, AuditId), Failure> {
    let read = || {
        let (at, id) = cursor.split_once('.')?;
        Some((at.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(invalid_cursor)
}
