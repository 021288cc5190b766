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
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::draft::{checked, follow};
use super::footer::{chosen_pictures, plain_footer};
use super::popup::{count_versions, named_pages};
use super::settings::{completed, plain_header};
use crate::content::{brief, known_picture};
use crate::{SiteError, drawn_of};

/// In the audit log, when visitors get another header or footer.
pub(super) const PUBLISHED: AuditAction = AuditAction::HeaderFooterPublish;

/// Header and footer of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderFooter {
    /// Settings of the top of each page.
    pub header: Value,
    /// Settings of the foot of each page.
    pub footer: Value,
    /// Raised by each change; 0 before the first.
    pub revision: i64,
}

/// What the owner has arranged, for contributors.
///
/// # Errors
/// When the caller may not see it.
pub async fn read(ctx: &TenantCtx, db: &TenantDb) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    stored(&db.read().await?).await
}

/// What the owner has arranged, for pages.
///
/// # Errors
/// When the database refuses.
pub async fn stored(tx: &TenantTx) -> Result<HeaderFooter, SiteError> {
    let mut arranged = HeaderFooter::of(tx.find::<Entity>().one().await?);
    // The site's logo is the header's, also where a header was arranged before it could have one.
    if let Some(logo) = arranged.header.pointer_mut("/logo/assetId").filter(|logo| logo.is_null()) {
        let site = tx.find::<site::Entity>().one().await?;
        *logo = site.and_then(|site| site.logo_asset_id).map_or(Value::Null, |id| json!(id));
    }
    Ok(arranged)
}

/// Refuses pictures and pages that the site does not have.
///
/// # Errors
/// [`SiteError::Invalid`] at the places where they were chosen.
pub(super) async fn check_named(tx: &TenantTx, header: &Value, footer: &Value) -> Result<(), SiteError> {
    let chosen = |path: &str| header.pointer(path).and_then(Value::as_str);
    known_picture(tx, "header.logo.assetId", chosen("/logo/assetId")).await?;
    let picture = chosen("/popupOverlay/picture/assetId");
    known_picture(tx, "header.popupOverlay.picture.assetId", picture).await?;
    for (place, id) in chosen_pictures(footer) {
        known_picture(tx, &place, Some(id)).await?;
    }
    let mut named = named_pages(header).peekable();
    if named.peek().is_none() {
        return Ok(());
    }
    let kept = brief::read(tx, brief::kept(tx), false).await?;
    let pages: HashSet<&str> = kept.iter().map(|page| page.row.id.as_str()).collect();
    if named.all(|id| pages.contains(id)) {
        return Ok(());
    }
    let message = "The site does not have one of these pages any more. Take it out of the choice.";
    Err(SiteError::field("header.popupOverlay.pages.ids", message))
}

/// Arranges header and footer anew; visitors see it at once, and it becomes what is worked on. Keys that the program does
/// not know are kept.
///
/// # Errors
/// [`SiteError::Invalid`] at the places of wrong values, [`SiteError::RevisionStale`] when what is there is not
/// what the caller has seen.
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    (header, footer): (Map<String, Value>, Map<String, Value>),
    seen: &Precondition,
) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Publish)?;
    let (header, footer) = checked(header, footer)?;
    let tx = db.write().await?;
    check_named(&tx, &header, &footer).await?;
    let before = stored(&tx).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    let published = put(ctx, &tx, before, header, footer).await?;
    follow(ctx, &tx, &published).await?;
    audit::note(ctx, &tx, PUBLISHED, ctx.website().as_str()).await?;
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    Ok(published)
}

/// Writes what visitors see from now on over what they saw.
pub(super) async fn put(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: HeaderFooter,
    mut header: Value,
    footer: Value,
) -> Result<HeaderFooter, SiteError> {
    count_versions(&before.header, &mut header);
    keep_logo(ctx, tx, &header).await?;
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        settings: Set(json!({"header": header, "footer": footer})),
        revision: Set(before.revision + 1),
        updated_on: Set(ctx.now_ms()),
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
        other => Ok(HeaderFooter::of(Some(other?))),
    }
}

/// Letters and templates of other forms know the logo by the site.
async fn keep_logo(ctx: &TenantCtx, tx: &TenantTx, header: &Value) -> Result<(), SiteError> {
    let logo: Option<AssetId> = header.pointer("/logo/assetId").and_then(Value::as_str).and_then(|id| id.parse().ok());
    let Some(site) = tx.find::<site::Entity>().one().await? else { return Ok(()) };
    if site.logo_asset_id == logo {
        return Ok(());
    }
    tx.update::<site::Entity>(Condition::all())
        .set(site::Column::LogoAssetId, logo)
        .set(site::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    Ok(())
}

impl HeaderFooter {
    fn of(row: Option<Model>) -> Self {
        row.map_or_else(|| Self::of_settings(&Value::Null, 0), |row| Self::of_settings(&row.settings, row.revision))
    }

    /// What was arranged before a setting was known has it as it is by default.
    pub(super) fn of_settings(settings: &Value, revision: i64) -> Self {
        let part = |name: &str| settings.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        Self {
            header: completed(plain_header(), part("header")),
            footer: completed(plain_footer(), part("footer")),
            revision,
        }
    }
}
