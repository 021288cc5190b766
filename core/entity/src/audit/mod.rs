//! Audit log: who did what, for actions that must be traceable. Entries are added in the transaction of the action, and
//! never changed.

mod action;
mod list;

use sea_orm::ActiveValue::Set;
use stoa_kernel::id::AuditId;
use stoa_kernel::{TenantCtx, boxed};

use crate::tenant::audit;
use crate::{DbError, TenantTx};

pub use action::{AuditAction, PageDeed};
pub use list::{AuditEntry, list, record};

/// Records an action, the caller from the context, and the id of its object.
///
/// # Errors
/// When the database refuses.
#[boxed]
pub async fn note(ctx: &TenantCtx, tx: &TenantTx, action: AuditAction, subject: &str) -> Result<(), DbError> {
    note_all(ctx, tx, action, vec![subject.to_owned()]).await
}

/// The same action with several objects, recorded by one statement.
///
/// # Errors
/// When the database refuses.
#[boxed]
pub async fn note_all(
    ctx: &TenantCtx,
    tx: &TenantTx,
    action: AuditAction,
    subjects: Vec<String>,
) -> Result<(), DbError> {
    let name = action.name().into_owned();
    let row = |subject| audit::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AuditId::generate()),
        at: Set(ctx.now()),
        actor: Set(ctx.actor().label()),
        action: Set(name.clone()),
        subject: Set(subject),
    };
    tx.insert_many(subjects.into_iter().map(row).collect()).await
}
