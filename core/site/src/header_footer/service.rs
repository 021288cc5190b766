//! Header and footer of a site: read and published.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use serde_json::{Map, Value, json};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::header_footer::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::site;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::id::AssetId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};
use stoa_messages::{Catalogue, Texts};

use super::draft::{checked, follow};
use super::footer::{chosen_images, plain_footer};
use super::popup::{increment_popup_version, named_pages};
use super::settings::{completed, plain_header};
use crate::content::{existing_image, page_without_document};
use crate::{SiteError, cache_tags, contributor_texts, translations};

/// Audit log action for a published header or footer.
pub(super) const PUBLISHED: AuditAction = AuditAction::HeaderFooterPublish;

/// Settings whose defaults depend on the site.
const DEFAULTS_OF_SITE: [&str; 3] = [
    "/header/logo/assetId",
    "/header/popupOverlay/newsletter/submitButtonText",
    "/header/popupOverlay/newsletter/successMessage",
];

/// Header and footer of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderFooter {
    /// Settings of the header.
    pub header: Value,
    /// Settings of the footer.
    pub footer: Value,
    /// Incremented by each change; 0 before the first.
    pub revision: i64,
}

/// Settings of header and footer, as sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeaderFooterSettings {
    /// Settings of the header.
    pub header: Map<String, Value>,
    /// Settings of the footer.
    pub footer: Map<String, Value>,
}

/// Published header and footer, for contributors.
///
/// # Errors
/// When the caller may not see it.
#[boxed]
pub async fn read(ctx: &TenantCtx, db: &TenantDb) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    stored(&db.read().await?).await
}

/// Published header and footer, for pages, in the language of the transaction.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn stored(tx: &TenantTx) -> Result<HeaderFooter, SiteError> {
    let row = tx.find::<Entity>().one().await?;
    let is_whole = row.as_ref().is_some_and(|row| DEFAULTS_OF_SITE.iter().all(|path| has_text(&row.settings, path)));
    let site = if is_whole { None } else { tx.find::<site::Entity>().one().await? };
    with_defaults(tx, row, site).await
}

/// The same, with the texts in the language of the site.
pub(super) async fn stored_with_texts(tx: &TenantTx) -> Result<(HeaderFooter, Catalogue), SiteError> {
    let row = tx.find::<Entity>().one().await?;
    let site = tx.find::<site::Entity>().one().await?;
    let texts = texts_of(site.as_ref());
    Ok((with_defaults(tx, row, site).await?, texts))
}

async fn with_defaults(
    tx: &TenantTx,
    row: Option<Model>,
    site: Option<site::Model>,
) -> Result<HeaderFooter, SiteError> {
    let mut arranged = HeaderFooter::of(row, texts_of(site.as_ref()));
    // The logo of the site is the default, also for headers saved before they had a logo of their own.
    if let Some(logo) = arranged.header.pointer_mut("/logo/assetId").filter(|logo| logo.is_null()) {
        *logo = site.and_then(|site| site.logo_asset_id).map_or(Value::Null, |id| json!(id));
    }
    translations::lay_over_frame(tx, &mut arranged).await?;
    Ok(arranged)
}

fn has_text(settings: &Value, path: &str) -> bool {
    settings.pointer(path).is_some_and(Value::is_string)
}

/// The texts in the language of the site, for what its owner has not written.
pub(super) async fn site_catalogue(tx: &TenantTx) -> Result<Catalogue, SiteError> {
    Ok(texts_of(tx.find::<site::Entity>().one().await?.as_ref()))
}

fn texts_of(site: Option<&site::Model>) -> Catalogue {
    Catalogue::for_language(site.map_or("en", |site| site.language.as_str()))
}

/// Refuses images and pages that do not exist in the site.
///
/// # Errors
/// [`SiteError::Invalid`] with messages by path of the setting.
pub(super) async fn check_named(tx: &TenantTx, header: &Value, footer: &Value) -> Result<(), SiteError> {
    let chosen = |path: &str| header.pointer(path).and_then(Value::as_str);
    existing_image(tx, "header.logo.assetId", chosen("/logo/assetId")).await?;
    let picture = chosen("/popupOverlay/picture/assetId");
    existing_image(tx, "header.popupOverlay.picture.assetId", picture).await?;
    for (place, id) in chosen_images(footer) {
        existing_image(tx, &place, Some(id)).await?;
    }
    let mut named = named_pages(header).peekable();
    if named.peek().is_none() {
        return Ok(());
    }
    let kept = page_without_document::read(tx, page_without_document::kept(tx), false).await?;
    let pages: HashSet<&str> = kept.iter().map(|page| page.row.id.as_str()).collect();
    if named.all(|id| pages.contains(id)) {
        return Ok(());
    }
    let message = contributor_texts::ONE_OF_THESE_PAGES_GONE.english();
    Err(SiteError::field("header.popupOverlay.pages.ids", message))
}

/// Saves header and footer; visible to visitors immediately, and becomes the draft. Unknown keys are kept.
///
/// # Errors
/// [`SiteError::Invalid`] with messages by path of wrong values, [`SiteError::RevisionStale`] when the precondition
/// does not hold.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    settings: HeaderFooterSettings,
    seen: &Precondition,
) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Publish)?;
    let tx = db.write().await?;
    let texts = site_catalogue(&tx).await?;
    let (header, footer) = checked(settings, texts)?;
    check_named(&tx, &header, &footer).await?;
    let before = stored(&tx).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    let published = put(ctx, &tx, before, header, footer).await?;
    follow(ctx, &tx, &published).await?;
    audit::note(ctx, &tx, PUBLISHED, ctx.website().as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(published)
}

/// Overwrites the published version.
pub(super) async fn put(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: HeaderFooter,
    mut header: Value,
    footer: Value,
) -> Result<HeaderFooter, SiteError> {
    increment_popup_version(&before.header, &mut header);
    keep_logo(ctx, tx, &header).await?;
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        settings: Set(json!({"header": header, "footer": footer})),
        revision: Set(before.revision + 1),
        updated_on: Set(ctx.now()),
    };
    let kept = if before.revision == 0 {
        tx.insert(row).await
    } else {
        let own = tx.find::<Entity>().filter(Column::Revision.eq(before.revision)).for_update().one().await?;
        own.ok_or(SiteError::RevisionStale)?;
        tx.save(row).await
    };
    match kept {
        Err(DbError::Duplicate(_)) => Err(SiteError::RevisionStale),
        other => Ok(HeaderFooter::of(Some(other?), site_catalogue(tx).await?)),
    }
}

/// E-mails and templates of other theme formats read the logo from the site's row.
async fn keep_logo(ctx: &TenantCtx, tx: &TenantTx, header: &Value) -> Result<(), SiteError> {
    let logo: Option<AssetId> = header.pointer("/logo/assetId").and_then(Value::as_str).and_then(|id| id.parse().ok());
    let Some(site) = tx.find::<site::Entity>().one().await? else { return Ok(()) };
    if site.logo_asset_id == logo {
        return Ok(());
    }
    tx.update::<site::Entity>(Condition::all())
        .set(site::Column::LogoAssetId, logo)
        .set(site::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

impl HeaderFooter {
    fn of(row: Option<Model>, texts: Texts<'_>) -> Self {
        let (settings, revision) = row.map_or((Value::Null, 0), |row| (row.settings, row.revision));
        Self::of_settings(&settings, revision, texts)
    }

    /// Settings that are missing because they are older than an option get its default, with words in the language of
    /// the texts.
    pub(super) fn of_settings(settings: &Value, revision: i64, texts: Texts<'_>) -> Self {
        let part = |name: &str| settings.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        Self {
            header: completed(plain_header(texts), part("header")),
            footer: completed(plain_footer(), part("footer")),
            revision,
        }
    }
}
