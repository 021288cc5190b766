//! Where pages answer: addresses that change, and the page at the root.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::address::address_of;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::model::{CollectionKind, is_url_id};
use super::service::{page_id, top_row};
use super::setting::{self, Access};
use super::settings::{self, PageSettings};
use super::standing;
use crate::{SiteError, drawn_of, redirects};

/// Longest address below the root, characters.
const LONGEST: usize = 100;

/// Gives a page another address. What it leaves behind leads to the new one for good.
///
/// # Errors
/// [`SiteError::UrlTaken`] when another page answers there, [`SiteError::Invalid`] when it is no address.
pub(super) async fn change(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &collection::Model,
    url_id: &str,
) -> Result<(), SiteError> {
    check(url_id)?;
    let changed = tx.update::<Entity>(Column::Id.eq(row.id.clone())).set(Column::UrlId, url_id).exec().await;
    match changed {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(url_id.to_owned())),
        other => other?,
    };
    let holds_items = [CollectionKind::Store, CollectionKind::Blog].iter().any(|kind| kind.name() == row.kind);
    audit::note(
        ctx,
        tx,
        AuditAction::OfPage(CollectionKind::from_name(&row.kind)?.audited(), PageDeed::Move),
        row.id.as_str(),
    )
    .await?;
    redirects::leave_behind(ctx, tx, &row.url_id, url_id, holds_items).await
}

/// Refuses what cannot be an address below the root.
pub(super) fn check(url_id: &str) -> Result<(), SiteError> {
    if is_url_id(url_id) {
        return Ok(());
    }
    let message = "Use lower-case letters, digits and hyphens; some names are taken by the program.";
    Err(SiteError::Invalid([("urlId".to_owned(), message.to_owned())].into()))
}

/// An address made of a title, or of the one that was asked for, that no page has.
pub(super) async fn free(tx: &TenantTx, wanted: &str) -> Result<String, SiteError> {
    let base = plain(wanted, "page");
    let mut address = base.clone();
    let mut number = 1_u32;
    while !is_url_id(&address) || is_taken(tx, &address).await? {
        number += 1;
        address = format!("{base}-{number}");
    }
    Ok(address)
}

async fn is_taken(tx: &TenantTx, url_id: &str) -> Result<bool, SiteError> {
    Ok(tx.find::<Entity>().filter(Column::UrlId.eq(url_id)).count().await? > 0)
}

/// A title as it is written in addresses; another word when nothing of it can be.
pub(super) fn plain(title: &str, otherwise: &str) -> String {
    let written = address_of(title, LONGEST - 10);
    if written.is_empty() { otherwise.to_owned() } else { written }
}

/// Lets a page answer at the root. The one that did answers at its own address from now on.
///
/// # Errors
/// [`SiteError::Conflict`] when visitors could not open it there, [`SiteError::RevisionStale`] when it no longer
/// stands as it was seen.
pub async fn make_home(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &str,
    seen: &Precondition,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let row = top_row(&tx, &id).await?;
    let setting = setting::of(&tx, &id).await?;
    standing::require(&row, Some(&setting), seen)?;
    let is_open = setting::access(&setting) == Access::Public;
    let has_content = row.kind != CollectionKind::Page.name() || setting::is_published(&row);
    if row.kind == CollectionKind::Folder.name() || !is_open || !has_content || !row.enabled {
        let reason = "Only a page that is published, switched on and open to everybody can be the home page.";
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    tx.update::<Entity>(Column::IsHome.eq(true)).set(Column::IsHome, false).exec().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::IsHome, true)
        .set(Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    audit::note(
        ctx,
        &tx,
        AuditAction::OfPage(CollectionKind::from_name(&row.kind)?.audited(), PageDeed::MakeHome),
        id.as_str(),
    )
    .await?;
    let settings = settings::read(&tx, &id).await?;
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn addresses_are_made_of_titles() {
        assert_eq!(plain("2026: Über uns", "page"), "2026-ueber-uns");
        assert_eq!(plain("日本", "page"), "日本");
        assert_eq!(plain("🎉", "page"), "page");
        assert_eq!(plain(&"a".repeat(200), "page").len(), 90);
    }
}
