//! The design of a site: read, drafted, published.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::site;
use stoa_entity::tenant::site_design::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::{Design, ThemeDesign, checked, look};
use crate::themes::ThemeLibrary;
use crate::{SiteError, cache_tags, contributor_texts, settings};

/// A design with its draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignState {
    /// The draft.
    pub draft: Design,
    /// The published design.
    pub published: Design,
    /// Incremented by each change; 0 before the first.
    pub revision: i64,
}

/// The design with its draft.
///
/// # Errors
/// When the caller may not see it.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<DesignState, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    state(&db.read().await?).await
}

/// The draft, for a preview.
///
/// # Errors
/// When the caller may not see it.
#[boxed]
pub async fn draft(ctx: &TenantCtx, db: &TenantDb) -> Result<Design, SiteError> {
    Ok(get(ctx, db).await?.draft)
}

/// Saves a draft if the precondition on its revision holds.
///
/// # Errors
/// [`SiteError::Invalid`] with a message for each wrong value; [`SiteError::RevisionStale`] when someone else saved
/// first.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &ThemeLibrary,
    seen: &Precondition,
    draft: Design,
) -> Result<DesignState, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let draft = JsonOf(checked(draft, themes)?);
    let tx = db.write().await?;
    let revision = tx.find::<Entity>().for_update().one().await?.map_or(0, |row| row.revision);
    if !seen.holds(&revision) {
        return Err(SiteError::RevisionStale);
    }
    if revision == 0 {
        begin(ctx, &tx, draft).await?;
    } else {
        let changed = tx
            .update::<Entity>(Column::Revision.eq(revision))
            .set(Column::Draft, draft)
            .set(Column::Revision, revision.saturating_add(1))
            .set(Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
        if changed == 0 {
            return Err(SiteError::RevisionStale);
        }
    }
    let saved = state(&tx).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Publishes the draft at a revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision, [`SiteError::Invalid`] when its theme no longer
/// exists or no longer accepts the values.
#[boxed]
pub async fn publish(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &ThemeLibrary,
    invalidation: &dyn Invalidation,
    revision: i64,
) -> Result<DesignState, SiteError> {
    ctx.authorise(Resource::Design, Action::Publish)?;
    let tx = db.write().await?;
    let draft = checked(state(&tx).await?.draft, themes)?;
    let changed = tx
        .update::<Entity>(Column::Revision.eq(revision))
        .set(Column::Draft, JsonOf(draft.clone()))
        .set(Column::Published, JsonOf(draft.clone()))
        .set(Column::Revision, revision.saturating_add(1))
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        return Err(SiteError::RevisionStale);
    }
    tx.update::<site::Entity>(site::Column::Theme.ne(draft.theme.as_str()))
        .set(site::Column::Theme, draft.theme)
        .set(site::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::DesignPublish, ctx.website().as_str()).await?;
    let published = state(&tx).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(published)
}

/// Publishes values of settings of a theme on a design without unpublished changes, in the transaction of the caller, who
/// has checked its rights. Returns the cache tags to invalidate.
///
/// # Errors
/// [`SiteError::Conflict`] when the design has changes that are not published.
pub(crate) async fn publish_values(
    ctx: &TenantCtx,
    tx: &TenantTx,
    themes: &ThemeLibrary,
    theme: &str,
    values: &Map<String, Value>,
) -> Result<Vec<String>, SiteError> {
    let before = state(tx).await?;
    if before.draft != before.published {
        return Err(SiteError::Conflict(contributor_texts::DESIGN_HAS_UNPUBLISHED_CHANGES.english().to_owned()));
    }
    let mut wanted = before.published;
    wanted.values.entry(theme.to_owned()).or_default().extend(values.clone());
    let wanted = JsonOf(checked(wanted, themes)?);
    if before.revision == 0 {
        begin(ctx, tx, wanted.clone()).await?;
    }
    let revision = before.revision.max(1);
    tx.update::<Entity>(Column::Revision.eq(revision))
        .set(Column::Draft, wanted.clone())
        .set(Column::Published, wanted)
        .set(Column::Revision, revision.saturating_add(1))
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    audit::note(ctx, tx, AuditAction::DesignPublish, ctx.website().as_str()).await?;
    Ok(vec![cache_tags::SITE.to_owned()])
}

/// Resets the draft to the published design.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision.
#[boxed]
pub async fn discard(ctx: &TenantCtx, db: &TenantDb, revision: i64) -> Result<DesignState, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let published = state(&tx).await?.published;
    let changed = tx
        .update::<Entity>(Column::Revision.eq(revision))
        .set(Column::Draft, JsonOf(published))
        .set(Column::Revision, revision.saturating_add(1))
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        return Err(SiteError::RevisionStale);
    }
    let restored = state(&tx).await?;
    tx.commit().await?;
    Ok(restored)
}

/// The published design, for one theme.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn published_look(tx: &TenantTx, theme: &str) -> Result<ThemeDesign, SiteError> {
    let published = tx.find::<Entity>().one().await?.and_then(|row| row.published);
    Ok(published.map(|published| look(&published.0, theme)).unwrap_or_default())
}

async fn begin(ctx: &TenantCtx, tx: &TenantTx, draft: JsonOf<Design>) -> Result<(), SiteError> {
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        draft: Set(draft),
        published: Set(None),
        revision: Set(1),
        updated_on: Set(ctx.now()),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(SiteError::RevisionStale),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}

/// Before its first publication a site shows its theme with default settings.
async fn state(tx: &TenantTx) -> Result<DesignState, SiteError> {
    let as_it_is = Design { theme: settings::site_row(tx).await?.theme, ..Design::default() };
    let Some(Model { draft, published, revision, .. }) = tx.find::<Entity>().one().await? else {
        return Ok(DesignState { draft: as_it_is.clone(), published: as_it_is, revision: 0 });
    };
    let published = published.map_or(as_it_is, |published| published.0);
    Ok(DesignState { draft: draft.0, published, revision })
}
