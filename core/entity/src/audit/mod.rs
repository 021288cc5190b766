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
    tx.insert(audit::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AuditId::generate()),
        at: Set(ctx.now()),
        actor: Set(ctx.actor().label()),
        action: Set(action.name().into_owned()),
        subject: Set(subject.to_owned()),
    })
    .await?;
    Ok(())
}
