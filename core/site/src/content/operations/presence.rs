//! Presence: which editors have a page open.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::page_presence::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use crate::SiteError;
use crate::content::service::row;

/// An editor that has not reported for so long is considered closed, in milliseconds.
const PRESENCE_TIMEOUT_MS: i64 = 45_000;

/// An editor that has a page open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveEditor {
    /// Id of the open editor.
    pub client: String,
    /// Its account.
    pub account: String,
}

/// Records that an editor of the caller has a page open.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn record_presence(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId, client: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.write().await?;
    row(&tx, id).await?;
    let changed = tx
        .update::<Entity>(Column::PageId.eq(id.clone()))
        .filter(Column::Client.eq(client))
        .set(Column::SeenOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        tx.delete::<Entity>(Column::SeenOn.lt(ctx.now() - PRESENCE_TIMEOUT_MS)).exec().await?;
        let row = page_presence::ActiveModel {
            website_id: Set(tx.website().clone()),
            page_id: Set(id.clone()),
            client: Set(client.to_owned()),
            account: Set(ctx.actor().label()),
            seen_on: Set(ctx.now()),
        };
        match tx.insert(row).await {
            // A concurrent request of the same editor was faster.
            Err(DbError::Duplicate(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Records that an editor of the caller has closed a page.
///
/// # Errors
/// When the caller may not read pages, or a database query fails.
#[boxed]
pub async fn end_presence(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId, client: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::PageId.eq(id.clone()))
        .filter(Column::Client.eq(client))
        .filter(Column::Account.eq(ctx.actor().label()))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// The editors that have a page open at a time (UTC milliseconds), by id.
///
/// # Errors
/// When the caller may not read pages, or a database query fails.
#[boxed]
pub async fn present(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CollectionId,
    now: Timestamp,
) -> Result<Vec<ActiveEditor>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx
        .find::<Entity>()
        .filter(Column::PageId.eq(id.clone()))
        .filter(Column::SeenOn.gt(now - PRESENCE_TIMEOUT_MS))
        .order_by_asc(Column::Client)
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| ActiveEditor { client: row.client, account: row.account }).collect())
}
