//! Published version of an item: a row in `post`, updated with every visible change and deleted when visitors may not
//! see the item.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait, FromQueryResult};
use serde_json::Value;
use stoa_document::Document;
use stoa_entity::json_column::{self, JsonOf};
use stoa_entity::tenant::{collection, item, page_setting, post};
use stoa_entity::{TenantTx, translations};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::id::{CollectionId, PostId};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};

use super::service::{ItemContent, NewItemPosition, insert, item_row, place, plain_row};
use crate::SiteError;
use crate::content::model::{PageSummary, in_trash};
use crate::content::page_metadata;
use crate::content::published::Collection;
use crate::discussions::Discussion;
use crate::posts::Post;

/// Updates the `post` row of an item from its published version; deletes it when visitors may not see the item. Does
/// nothing for pages that are not items.
pub(in crate::content) async fn show(tx: &TenantTx, ctx: &TenantCtx, id: &CollectionId) -> Result<(), SiteError> {
    let Some(own) = item_row(tx, id).await? else { return Ok(()) };
    tx.delete::<post::Entity>(post::Column::Id.eq(own.post_id.clone())).exec().await?;
    let row = plain_row(tx, id).await?;
    let setting = page_metadata::find(tx, id).await?;
    let hidden = setting.as_ref().is_some_and(|own| own.access == PageAccess::Private || own.trashed_on.is_some());
    let hidden = hidden || is_blog_in_trash(tx, id).await?;
    let document = row.published.clone().filter(|document| !document.is_null());
    let (Some(document), Some(JsonOf(fields)), false) = (document, own.published, hidden) else { return Ok(()) };
    let face = page_metadata::shown(&row, setting.as_ref());
    let url_id = row.url_id.rsplit('/').next().unwrap_or_default().to_owned();
    tx.insert(post::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(own.post_id),
        collection_id: Set(own.collection_id),
        url_id: Set(url_id),
        title: Set(face.title),
        excerpt: Set(fields.excerpt),
        author: Set(fields.author),
        image_asset_id: Set(fields.image),
        tags: Set(JsonOf(fields.tags)),
        document: Set(document),
        published_on: Set(own.first_published_on),
        revision: Set(row.revision),
        created_on: Set(row.created_on),
        updated_on: Set(row.published_on.unwrap_or(ctx.now())),
        categories: Set(JsonOf(fields.categories)),
        starred: Set(fields.starred),
        starts_on: Set(fields.starts_on),
        ends_on: Set(fields.ends_on),
        location: Set(fields.location.map(JsonOf)),
        external_link: Set(fields.external_link),
        seo_title: Set(face.seo_title),
        seo_description: Set(face.seo_description),
        no_index: Set(fields.no_index),
        share_image_id: Set(fields.share_image),
        position: Set(row.position),
    })
    .await?;
    Ok(())
}

/// The date of an item: the one set by the owner, or that of its first publication.
fn dated_on(own: &item::Model) -> Option<Timestamp> {
    own.draft.0.dated_on.or(own.first_published_on)
}

/// Whether the draft fields differ from the published ones.
pub(super) fn fields_differ(own: &item::Model) -> bool {
    own.published.as_ref() != Some(&own.draft)
}

/// Called when a draft is published: publishes its fields.
pub(in crate::content) async fn note_published(
    tx: &TenantTx,
    ctx: &TenantCtx,
    row: &collection::Model,
) -> Result<(), SiteError> {
    let Some(own) = item_row(tx, &row.id).await? else { return Ok(()) };
    tx.update::<item::Entity>(item::Column::PageId.eq(row.id.clone()))
        .set(item::Column::Published, Expr::col(item::Column::Draft))
        .set(item::Column::FirstPublishedOn, dated_on(&own).unwrap_or(ctx.now()))
        .exec()
        .await?;
    show(tx, ctx, &row.id).await
}

/// Called when an item is unpublished.
pub(in crate::content) async fn unpublish_item(
    tx: &TenantTx,
    ctx: &TenantCtx,
    id: &CollectionId,
) -> Result<(), SiteError> {
    if item_row(tx, id).await?.is_none() {
        return Ok(());
    }
    tx.update::<item::Entity>(item::Column::PageId.eq(id.clone()))
        .set(item::Column::Published, Expr::value(Option::<Value>::None))
        .exec()
        .await?;
    show(tx, ctx, id).await
}

/// Called when a blog is moved to the trash: hides its items from visitors.
pub(in crate::content) async fn hide_items(tx: &TenantTx, blog: &CollectionId) -> Result<(), SiteError> {
    tx.delete::<post::Entity>(post::Column::CollectionId.eq(blog.clone())).exec().await?;
    Ok(())
}

/// Called when a blog is restored from the trash: shows the published items again that are not in the trash themselves.
pub(in crate::content) async fn show_items(
    tx: &TenantTx,
    ctx: &TenantCtx,
    blog: &CollectionId,
) -> Result<(), SiteError> {
    for id in pages_in(tx, blog).await? {
        show(tx, ctx, &id).await?;
    }
    Ok(())
}

/// Removes the translations of an item, or of all items of a blog.
pub(in crate::content) async fn forget_translations(tx: &TenantTx, page: &CollectionId) -> Result<(), SiteError> {
    let own =
        Condition::any().add(item::Column::PageId.eq(page.clone())).add(item::Column::CollectionId.eq(page.clone()));
    let rows: Vec<ItemPost> = tx.find::<item::Entity>().filter(own).select_columns(&[item::Column::PostId]).await?;
    let ids = rows.into_iter().map(|row| row.post_id.to_string()).collect();
    Ok(translations::forget(tx, TranslatedKind::Post, ids).await?)
}

#[derive(FromQueryResult)]
struct ItemPost {
    post_id: PostId,
}

/// Called when a blog is removed permanently: deletes the pages of all its items, including those in the trash.
pub(in crate::content) async fn remove_all(tx: &TenantTx, blog: &CollectionId) -> Result<(), SiteError> {
    for id in pages_in(tx, blog).await? {
        tx.delete::<page_setting::Entity>(page_setting::Column::CollectionId.eq(id.clone())).exec().await?;
        tx.delete::<collection::Entity>(collection::Column::Id.eq(id)).exec().await?;
    }
    Ok(())
}

async fn pages_in(tx: &TenantTx, blog: &CollectionId) -> Result<Vec<CollectionId>, SiteError> {
    let rows: Vec<ItemPage> = tx
        .find::<item::Entity>()
        .filter(item::Column::CollectionId.eq(blog.clone()))
        .select_columns(&[item::Column::PageId])
        .await?;
    Ok(rows.into_iter().map(|row| row.page_id).collect())
}

#[derive(FromQueryResult)]
struct ItemPage {
    page_id: CollectionId,
}

/// Number of items of each blog that has any, without those that are in the trash themselves.
pub(in crate::content) async fn counts(tx: &TenantTx) -> Result<HashMap<CollectionId, u64>, SiteError> {
    let counts = tx
        .find::<item::Entity>()
        .inner_join(collection::Entity)
        .filter(collection::Column::Kind.eq(CollectionKind::Item))
        .filter(collection::Column::UrlId.not_like(in_trash()))
        .select_only()
        .column(item::Column::CollectionId)
        .column_as(item::Column::PageId.count(), "items")
        .group_by(item::Column::CollectionId)
        .into_tuple::<(CollectionId, i64)>()
        .all()
        .await?;
    Ok(counts.into_iter().map(|(blog, items)| (blog, u64::try_from(items).unwrap_or(0))).collect())
}

/// Whether it is an item of a blog in the trash.
pub(in crate::content) async fn is_blog_in_trash(tx: &TenantTx, id: &CollectionId) -> Result<bool, SiteError> {
    let blog = tx.find::<item::Entity>().filter(item::Column::PageId.eq(id.clone()));
    let in_trash = tx
        .find::<page_setting::Entity>()
        .filter(page_setting::Column::CollectionId.in_subquery(blog.subquery(item::Column::CollectionId)))
        .filter(page_setting::Column::TrashedOn.is_not_null());
    Ok(in_trash.count_up_to(1).await? > 0)
}

/// Resets the draft fields to the published ones; does nothing if none were published.
pub(in crate::content) async fn restore_fields(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    let Some(own) = item_row(tx, &row.id).await? else { return Ok(()) };
    let Some(shown) = own.published else { return Ok(()) };
    tx.update::<item::Entity>(item::Column::PageId.eq(row.id.clone())).set(item::Column::Draft, shown).exec().await?;
    Ok(())
}

/// Adds an item's path and whether its fields have unpublished changes to the summary of its page.
pub(in crate::content) async fn complete(tx: &TenantTx, summary: &mut PageSummary) -> Result<(), SiteError> {
    if summary.kind != CollectionKind::Item {
        return Ok(());
    }
    let Some(own) = item_row(tx, &summary.id).await? else { return Ok(()) };
    let blog = plain_row(tx, &own.collection_id).await?;
    summary.full_url = format!("/{}/{}", blog.url_id, summary.url_id);
    summary.has_unpublished_changes |= fields_differ(&own);
    Ok(())
}

/// For an item restored from the trash: its former stored slug, or a similar one if that is in use. None for pages that
/// are not items.
pub(in crate::content) async fn free_former_slug(
    tx: &TenantTx,
    id: &CollectionId,
    former: &str,
) -> Result<Option<String>, SiteError> {
    let Some(own) = item_row(tx, id).await? else { return Ok(None) };
    let url_id = former.rsplit('/').next().unwrap_or_default();
    Ok(Some(super::service::free(tx, &own.collection_id, url_id).await?))
}

/// The draft of an item as visitors would see it with this document, and its blog.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such item.
#[boxed]
pub async fn drafted(tx: &TenantTx, id: &CollectionId, document: Document) -> Result<(Collection, Post), SiteError> {
    let own = item_row(tx, id).await?.ok_or(SiteError::NotFound)?;
    let row = plain_row(tx, id).await?;
    let blog = plain_row(tx, &own.collection_id).await?;
    let setting = page_metadata::find(tx, &blog.id).await?;
    let blog = Collection::of_row(blog, setting.as_ref())?;
    let fields = own.draft.0;
    let post = Post {
        id: own.post_id,
        collection_id: own.collection_id,
        url_id: row.url_id.rsplit('/').next().unwrap_or_default().to_owned(),
        title: row.title,
        document,
        published_on: fields.dated_on.or(own.first_published_on).unwrap_or(row.updated_on),
        updated_on: row.updated_on,
        seo_title: row.seo_title,
        seo_description: row.seo_description,
        fields,
        discussion: Discussion::default(),
    };
    Ok((blog, post))
}

/// Creates a published item, for the initial content of a site.
///
/// # Errors
/// [`SiteError::UrlTaken`] when the blog has an item with this slug.
#[boxed]
pub async fn put_published(
    tx: &TenantTx,
    ctx: &TenantCtx,
    collection_id: &CollectionId,
    post: Post,
) -> Result<CollectionId, SiteError> {
    let blog = plain_row(tx, collection_id).await?;
    let document = json_column::write("collection.draft", &post.document)?;
    let place = NewItemPosition { post_id: post.id, url_id: post.url_id, ..place(tx, &blog).await? };
    let content = ItemContent { title: &post.title, fields: &post.fields, document };
    let id = insert(tx, ctx, place, content).await?;
    tx.update::<collection::Entity>(collection::Column::Id.eq(id.clone()))
        .set(collection::Column::Published, Expr::col(collection::Column::Draft))
        .set(collection::Column::PublishedRevision, Expr::col(collection::Column::Revision))
        .set(collection::Column::PublishedOn, post.published_on)
        .exec()
        .await?;
    tx.update::<item::Entity>(item::Column::PageId.eq(id.clone()))
        .set(item::Column::Published, Expr::col(item::Column::Draft))
        .set(item::Column::FirstPublishedOn, post.published_on)
        .exec()
        .await?;
    show(tx, ctx, &id).await?;
    Ok(id)
}
