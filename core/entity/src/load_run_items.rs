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
pub use stoa_kernel::load_tests::is_nobodys_address;

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

/// Notes that someone in the run of a request has an e-mail address.
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

/// Whether a person was made up by a run: the run of the request, or one that noted the address. Nobody outside is told
/// of such a person. One statement for addresses that end in `.invalid`, none for others.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn is_made_up(ctx: &TenantCtx, tx: &TenantTx, email: Option<&str>) -> Result<bool, DbError> {
    if ctx.load_run().is_some() {
        return Ok(true);
    }
    let Some(email) = email.filter(|email| is_nobodys_address(email)) else { return Ok(false) };
    Ok(run_of(tx, LoadRunItemKind::Address, &email.trim().to_lowercase()).await?.is_some())
}
