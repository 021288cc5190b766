//! Who has a page open.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::page_presence::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::{Action, Resource, TenantCtx};

use crate::SiteError;
use crate::content::service::{page_id, row};

/// An editor that was not heard of for so long has gone, in milliseconds.
const GONE_AFTER_MS: i64 = 45_000;

/// An editor that has a page open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// The open editor.
    pub client: String,
    /// Who works in it.
    pub account: String,
}

/// Notes that an editor of the caller has a page open.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
pub async fn note_presence(ctx: &TenantCtx, db: &TenantDb, id: &str, client: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    row(&tx, &id).await?;
    let changed = tx
        .update::<Entity>(Column::PageId.eq(id.clone()))
        .filter(Column::Client.eq(client))
        .set(Column::SeenOn, ctx.now_ms())
        .exec()
        .await?;
    if changed == 0 {
        tx.delete::<Entity>(Column::SeenOn.lt(ctx.now_ms() - GONE_AFTER_MS)).exec().await?;
        let row = page_presence::ActiveModel {
            website_id: Set(tx.website().clone()),
            page_id: Set(id),
            client: Set(client.to_owned()),
            account: Set(ctx.actor().label()),
            seen_on: Set(ctx.now_ms()),
        };
        match tx.insert(row).await {
            // Another call of the same editor was quicker.
            Err(DbError::Duplicate(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Notes that an editor of the caller has a page open no more.
///
/// # Errors
/// [`SiteError::NotFound`] when the id is none.
pub async fn end_presence(ctx: &TenantCtx, db: &TenantDb, id: &str, client: &str) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::PageId.eq(page_id(id)?))
        .filter(Column::Client.eq(client))
        .filter(Column::Account.eq(ctx.actor().label()))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// The editors that have a page open at a time (UTC milliseconds), by their names.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
pub async fn present(ctx: &TenantCtx, db: &TenantDb, id: &str, now_ms: i64) -> Result<Vec<Present>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx
        .find::<Entity>()
        .filter(Column::PageId.eq(page_id(id)?))
        .filter(Column::SeenOn.gt(now_ms - GONE_AFTER_MS))
        .order_by_asc(Column::Client)
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| Present { client: row.client, account: row.account }).collect())
}
