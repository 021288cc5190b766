//! What publishing a draft does, at once or when its time has come.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use stoa_entity::TenantTx;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_kernel::TenantCtx;

use super::model::CollectionKind;
use super::{items, operations, setting};
use crate::{SiteError, drawn_of};

/// Shows visitors the draft of a page or an item, whose row is locked. Answers what is drawn otherwise from now on.
pub(super) async fn show(ctx: &TenantCtx, tx: &TenantTx, before: &collection::Model) -> Result<Vec<String>, SiteError> {
    let changed = changed_by(tx, before).await?;
    operations::mark_published(tx, ctx, before).await?;
    tx.update::<Entity>(Column::Id.eq(before.id.clone()))
        .set(Column::Published, Expr::col(Column::Draft))
        .set(Column::PublishedRevision, before.revision)
        .set(Column::PublishedOn, ctx.now_ms())
        .set(Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    setting::note_published(tx, before).await?;
    items::note_published(tx, ctx, before).await?;
    audit::note(
        ctx,
        tx,
        AuditAction::OfPage(CollectionKind::from_name(&before.kind)?.audited(), PageDeed::Publish),
        before.id.as_str(),
    )
    .await?;
    Ok(changed)
}

/// Other pages show of a page no more than its names. While these stay, it alone is drawn anew. Items are shown in lists,
/// and have no place in menus.
async fn changed_by(tx: &TenantTx, before: &collection::Model) -> Result<Vec<String>, SiteError> {
    let was_published = setting::is_published(before);
    if let Some(post_id) = items::post_of(tx, &before.id).await? {
        let mut changed = vec![drawn_of::POSTS.to_owned(), drawn_of::post(&post_id)];
        changed.extend((!was_published).then(|| drawn_of::NOTHING.to_owned()));
        return Ok(changed);
    }
    let own = setting::find(tx, &before.id).await?;
    let keeps_its_names = was_published && !setting::names_differ(before, own.as_ref());
    Ok(vec![if keeps_its_names { drawn_of::collection(&before.id) } else { drawn_of::SITE.to_owned() }])
}
