//! Duplicating an item.

use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::json_column;
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::CollectionId;

use super::fields::ItemFields;
use super::service::{ItemContent, NewItemPosition, free, full, insert, item_row, place, plain_row};
use crate::SiteError;
use crate::content::page_metadata;

/// Duplicates an item in the same blog, under a new title and slug. The copy is unpublished and has no date until it is
/// published.
///
/// # Errors
/// [`SiteError::Conflict`] when a manually ordered collection is full.
pub(in crate::content) async fn copy(
    ctx: &TenantCtx,
    tx: &TenantTx,
    source: &collection::Model,
    title: &str,
) -> Result<CollectionId, SiteError> {
    let own = item_row(tx, &source.id).await?.ok_or(SiteError::NotFound)?;
    let blog = plain_row(tx, &own.collection_id).await?;
    let place = place(tx, &blog).await?;
    if place.is_full() {
        return Err(SiteError::Conflict(full()));
    }
    let former = source.url_id.rsplit('/').next().unwrap_or_default();
    let url_id = free(tx, &blog.id, &format!("{former}-copy")).await?;
    let fields = ItemFields { dated_on: None, ..own.draft.0 };
    let document = match &source.draft {
        Some(draft) => draft.clone(),
        None => json_column::write("collection.draft", &Document::default())?,
    };
    let id =
        insert(tx, ctx, NewItemPosition { url_id, ..place }, ItemContent { title, fields: &fields, document }).await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::SeoDescription, source.seo_description.clone())
        .exec()
        .await?;
    if let Some(own) = page_metadata::find(tx, &source.id).await? {
        let mut setting = page_metadata::of(tx, &id).await?;
        setting.access = own.access;
        page_metadata::keep(tx, setting).await?;
    }
    Ok(id)
}
