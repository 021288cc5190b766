//! Settings of a site: read and saved.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column;
use stoa_entity::tenant::website_setting::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::model::WebsiteSettings;
use crate::content::existing_image;
use crate::{SiteError, cache_tags, translations};

const COLUMN: &str = "website_setting.settings";

/// The settings with their revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebsiteSettingsState {
    /// The settings.
    pub settings: WebsiteSettings,
    /// Incremented by each change; 0 before the first.
    pub revision: i64,
}

/// The settings, for contributors.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<WebsiteSettingsState, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    state(&db.read().await?).await
}

/// The settings, for pages.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn stored(tx: &TenantTx) -> Result<WebsiteSettings, SiteError> {
    let mut settings = state(tx).await?.settings;
    translations::lay_over_banner(tx, &mut settings.cookie_banner).await?;
    Ok(settings)
}

/// Saves settings on top of the revision they were based on.
///
/// # Errors
/// [`SiteError::Invalid`] with a message for each wrong field; [`SiteError::RevisionStale`] when someone else saved
/// first.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    wanted: WebsiteSettingsState,
) -> Result<WebsiteSettingsState, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    let mut settings = wanted.settings.checked()?;
    let tx = db.write().await?;
    for (picture, field) in [(&mut settings.icon_id, "iconId"), (&mut settings.share_image_id, "shareImageId")] {
        *picture = existing_image(&tx, field, picture.as_deref()).await?.map(String::from);
    }
    let settings = json_column::write(COLUMN, &settings)?;
    if wanted.revision == 0 {
        let row = ActiveModel {
            website_id: Set(tx.website().clone()),
            settings: Set(settings),
            revision: Set(1),
            updated_on: Set(ctx.now()),
        };
        match tx.insert(row).await {
            Err(DbError::Duplicate(_)) => return Err(SiteError::RevisionStale),
            other => other?,
        };
    } else {
        let changed = tx
            .update::<Entity>(Column::Revision.eq(wanted.revision))
            .set(Column::Settings, settings)
            .set(Column::Revision, wanted.revision.saturating_add(1))
            .set(Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
        if changed == 0 {
            return Err(SiteError::RevisionStale);
        }
    }
    audit::note(ctx, &tx, AuditAction::WebsiteSettingsSave, ctx.website().as_str()).await?;
    let saved = state(&tx).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(saved)
}

async fn state(tx: &TenantTx) -> Result<WebsiteSettingsState, SiteError> {
    let Some(Model { settings, revision, .. }) = tx.find::<Entity>().one().await? else {
        return Ok(WebsiteSettingsState::default());
    };
    Ok(WebsiteSettingsState { settings: json_column::read(COLUMN, &settings)?, revision })
}
