//! What runs of load tests make, so that it can be removed. Each row is written in the transaction that makes what it
//! names, and only for requests that belong to a run.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::{TenantCtx, boxed};

use crate::tenant::load_run_item;
use crate::{DbError, TenantTx};

/// Notes that the run of a request made something; nothing without a run.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn note(ctx: &TenantCtx, tx: &TenantTx, kind: LoadRunItemKind, id: &str) -> Result<(), DbError> {
    let Some(run) = ctx.load_run() else { return Ok(()) };
    let row = load_run_item::ActiveModel {
        website_id: Set(tx.website().clone()),
        run_id: Set(run.clone()),
        kind: Set(kind),
        item_id: Set(id.to_owned()),
    };
    tx.insert_new(vec![row]).await?;
    Ok(())
}

/// Notes that somebody left an e-mail address in the run of a request, without cart or account.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn note_address(ctx: &TenantCtx, tx: &TenantTx, email: &str) -> Result<(), DbError> {
    note(ctx, tx, LoadRunItemKind::Address, &email.trim().to_lowercase()).await
}

/// The run that made something; none when it was made otherwise.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn run_of(tx: &TenantTx, kind: LoadRunItemKind, id: &str) -> Result<Option<LoadRunId>, DbError> {
    let own = load_run_item::Column::Kind.eq(kind).and(load_run_item::Column::ItemId.eq(id));
    Ok(tx.find::<load_run_item::Entity>().filter(own).one().await?.map(|row| row.run_id))
}

/// Whether an e-mail address can belong to nobody (RFC 6761): those of load tests end so.
pub fn is_nobodys_address(email: &str) -> bool {
    let domain = email.trim().rsplit_once('@').map_or("", |(_, domain)| domain);
    domain.eq_ignore_ascii_case("invalid") || domain.to_ascii_lowercase().ends_with(".invalid")
}

#[cfg(test)]
mod tests {
    use super::is_nobodys_address;

    #[test]
    fn addresses_of_nobody() {
        for address in ["shopper-7@night.invalid", "a@INVALID", " b@x.y.Invalid "] {
            assert!(is_nobodys_address(address), "{address}");
        }
        for address in ["a@example.com", "a.invalid@example.com", "a@notinvalid", "invalid", "", "a@x.invalid.com"] {
            assert!(!is_nobodys_address(address), "{address}");
        }
    }
}
