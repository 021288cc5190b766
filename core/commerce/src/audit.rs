//! The audit log: who did what that has to be answered for.

use sea_orm::ActiveValue::Set;
use stoa_entity::TenantTx;
use stoa_entity::tenant::audit;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::AuditId;

use crate::CommerceError;

/// Writes a line into the audit log in the transaction of what it tells.
pub(crate) async fn note(ctx: &TenantCtx, tx: &TenantTx, action: &str, subject: &str) -> Result<(), CommerceError> {
    tx.insert(audit::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(AuditId::generate()),
        at: Set(ctx.now_ms()),
        actor: Set(ctx.actor().label()),
        action: Set(action.to_owned()),
        subject: Set(subject.to_owned()),
    })
    .await?;
    Ok(())
}
