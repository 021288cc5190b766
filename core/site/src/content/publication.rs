//! Effects of publishing a draft, immediately or as scheduled.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use serde_json::json;
use stoa_entity::TenantTx;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::site_events::{self, SiteEvent};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_kernel::TenantCtx;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::site_event::EventTopic;

use super::{items, operations, page_metadata};
use crate::{SiteError, cache_tags};

/// Publishes the draft of a page, item or area, whose row is locked. Returns the cache tags to invalidate.
pub(super) async fn show(ctx: &TenantCtx, tx: &TenantTx, before: &collection::Model) -> Result<Vec<String>, SiteError> {
    let changed = changed_by(tx, before).await?;
    operations::mark_published(tx, ctx, before).await?;
    tx.update::<Entity>(Column::Id.eq(before.id.clone()))
        .set(Column::Published, Expr::col(Column::Draft))
        .set(Column::PublishedRevision, before.revision)
        .set(Column::PublishedOn, ctx.now())
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    page_metadata::note_published(tx, before).await?;
    items::note_published(tx, ctx, before).await?;
    audit::note(ctx, tx, AuditAction::OfPage(before.kind, PageDeed::Publish), before.id.as_str()).await?;
    tell(ctx, tx, before).await?;
    Ok(changed)
}

/// Tells those that listen to the events of the site, such as plugins. Areas of the theme are no pages.
async fn tell(ctx: &TenantCtx, tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    if row.kind == CollectionKind::Area {
        return Ok(());
    }
    let Some(listening) = site_events::audience(tx, EventTopic::PagePublished).await? else { return Ok(()) };
    let payload = json!({
        "pageId": row.id,
        "kind": row.kind,
        "title": row.title,
        "slug": row.url_id,
        "first": !page_metadata::is_published(row),
    });
    Ok(listening.tell(ctx, tx, SiteEvent { object_id: row.id.as_str(), person: None, payload }).await?)
}

/// Cache tags to invalidate. Other pages show only the titles of a page: while these are unchanged, only the page
/// itself is invalidated. Items appear in lists but not in navigations. Areas of the theme appear on every page.
async fn changed_by(tx: &TenantTx, before: &collection::Model) -> Result<Vec<String>, SiteError> {
    if before.kind == CollectionKind::Area {
        return Ok(vec![cache_tags::SITE.to_owned()]);
    }
    let was_published = page_metadata::is_published(before);
    if let Some(post_id) = items::post_of(tx, &before.id).await? {
        let mut changed = vec![cache_tags::POSTS.to_owned(), cache_tags::post(&post_id)];
        changed.extend((!was_published).then(|| cache_tags::NOTHING.to_owned()));
        return Ok(changed);
    }
    let own = page_metadata::find(tx, &before.id).await?;
    let keeps_its_names = was_published && !page_metadata::metadata_differs(before, own.as_ref());
    Ok(vec![if keeps_its_names { cache_tags::collection(&before.id) } else { cache_tags::SITE.to_owned() }])
}
