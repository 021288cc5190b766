//! Lines of the audit log, written in the transaction of what they tell.

mod action;

use sea_orm::ActiveValue::Set;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::AuditId;

use crate::tenant::audit;
use crate::{DbError, TenantTx};

pub use action::{AuditAction, PageDeed, PageKind};

/// Notes what was done, by whom the context names, and the id of what it was done to.
///
/// # Errors
/// When the database refuses.
pub async fn note(ctx: &TenantCtx, tx: &TenantTx, action: AuditAction, subject: &str) -> Result<(), DbError> {
    tx.insert(audit::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AuditId::generate()),
        at: Set(ctx.now_ms()),
        actor: Set(ctx.actor().label()),
        action: Set(action.name().into_owned()),
        subject: Set(subject.to_owned()),
    })
    .await?;
    Ok(())
}
