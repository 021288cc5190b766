//! URLs of pages: changing a slug, choosing the home page.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb, TenantTx, addresses};
use stoa_kernel::address::{address_of, is_reserved_address};
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::is_url_id;
use super::page_metadata;
use super::page_version;
use super::service::top_row;
use super::settings::{self, PageSettings};
use crate::{SiteError, cache_tags, contributor_texts, languages, redirects};

/// Maximum length of a top-level slug, in characters.
const MAX_SLUG_LENGTH: usize = 100;

/// Changes the slug of a page. The former URL redirects permanently to the new one.
///
/// # Errors
/// [`SiteError::UrlTaken`] when another page or a language has it, [`SiteError::Invalid`] when it is not a valid slug.
pub(super) async fn change(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &collection::Model,
    url_id: &str,
) -> Result<(), SiteError> {
    check(url_id)?;
    if languages::takes_address(tx, url_id).await? {
        return Err(SiteError::UrlTaken(url_id.to_owned()));
    }
    require_no_other_word(tx, "", url_id, Some(row.id.as_str())).await?;
    let changed = tx.update::<Entity>(Column::Id.eq(row.id.clone())).set(Column::UrlId, url_id).exec().await;
    match changed {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(url_id.to_owned())),
        other => other?,
    };
    audit::note(ctx, tx, AuditAction::OfPage(row.kind, PageDeed::Move), row.id.as_str()).await?;
    redirects::redirect_moved_page(ctx, tx, &row.url_id, url_id, row.kind.lists_items()).await
}

/// Refuses a slug that is the address of another page or item in a language of the site. `folder` is the id of the blog
/// of items, and empty for pages.
pub(super) async fn require_no_other_word(
    tx: &TenantTx,
    folder: &str,
    url_id: &str,
    own_id: Option<&str>,
) -> Result<(), SiteError> {
    if addresses::takes(tx, folder, url_id, own_id).await? {
        return Err(SiteError::UrlTaken(url_id.to_owned()));
    }
    Ok(())
}

/// Refuses a top-level slug that is invalid or reserved.
pub(super) fn check(url_id: &str) -> Result<(), SiteError> {
    if is_url_id(url_id) {
        return Ok(());
    }
    let message = if is_reserved_address(url_id) {
        stoa_kernel::contributor_texts::ADDRESS_RESERVED_CHOOSE_ANOTHER
    } else {
        contributor_texts::ADDRESSES_ARE_PLAIN
    };
    Err(SiteError::field("urlId", message.english()))
}

/// A free slug, made from a title or from the requested slug.
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
    let has_page = tx.find::<Entity>().filter(Column::UrlId.eq(url_id)).count().await? > 0;
    Ok(has_page || languages::takes_address(tx, url_id).await? || addresses::takes(tx, "", url_id, None).await?)
}

/// Slug made from a title; `otherwise` when the title has no usable characters.
pub(super) fn plain(title: &str, otherwise: &str) -> String {
    let written = address_of(title, MAX_SLUG_LENGTH - 10);
    if written.is_empty() { otherwise.to_owned() } else { written }
}

/// Makes a page the home page. The former home page moves to its own slug.
///
/// # Errors
/// [`SiteError::Conflict`] when visitors could not open it there, [`SiteError::RevisionStale`] when its version has
/// changed.
#[boxed]
pub async fn make_home(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
    seen: &Precondition,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let tx = db.write().await?;
    let row = top_row(&tx, id).await?;
    let setting = page_metadata::of(&tx, id).await?;
    page_version::require(&row, Some(&setting), seen)?;
    let is_open = setting.access == PageAccess::Public;
    let has_content = row.kind != CollectionKind::Page || page_metadata::is_published(&row);
    if row.kind == CollectionKind::Folder || !is_open || !has_content || !row.enabled {
        let reason = contributor_texts::PAGE_ONLY_HOME_IF_PUBLIC.english();
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    tx.update::<Entity>(Column::IsHome.eq(true)).set(Column::IsHome, false).exec().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::IsHome, true)
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::OfPage(row.kind, PageDeed::MakeHome), id.as_str()).await?;
    let settings = settings::read(&tx, id).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn slugs_from_titles() {
        assert_eq!(plain("2026: Über uns", "page"), "2026-ueber-uns");
        assert_eq!(plain("日本", "page"), "日本");
        assert_eq!(plain("🎉", "page"), "page");
        assert_eq!(plain(&"a".repeat(200), "page").len(), 90);
    }
}
