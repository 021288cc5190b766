//! The languages of a site.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::collection;
use stoa_entity::tenant::site_language::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::website::{LanguageState, UntranslatedPages};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::{LanguageEntry, SiteLanguage, SiteLanguages, address_of, checked, others};
use crate::settings::site_row;
use crate::{SiteError, cache_tags, contributor_texts};

/// The languages, for contributors.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<SiteLanguages, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    stored(&tx).await
}

async fn stored(tx: &TenantTx) -> Result<SiteLanguages, SiteError> {
    Ok(SiteLanguages { primary: site_row(tx).await?.language, others: others(tx).await? })
}

/// Replaces the list of languages. The primary one is in it, and is changed with the settings of the site. Translations
/// into languages that are no longer in it are kept, for when they are added again.
///
/// # Errors
/// [`SiteError::Invalid`] for unknown languages and other than one primary language; [`SiteError::Conflict`] when a page
/// has the address of a new language.
#[boxed]
pub async fn replace(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    entries: Vec<LanguageEntry>,
) -> Result<SiteLanguages, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let tx = db.write().await?;
    let wanted = checked(&site_row(&tx).await?.language, entries)?;
    let before = others(&tx).await?;
    let rows = tx.find::<Entity>().all().await?;
    let known: HashMap<String, Model> = rows.into_iter().map(|row| (row.language.clone(), row)).collect();
    let added = wanted.iter().filter(|entry| !known.contains_key(&entry.tag)).map(|entry| address_of(&entry.tag));
    require_free(&tx, added.collect()).await?;
    let rows = wanted.into_iter().zip(0..).map(|(entry, position)| {
        let before = known.get(&entry.tag);
        let public_on = before.and_then(|row| row.public_on).unwrap_or(ctx.now());
        ActiveModel {
            website_id: Set(tx.website().clone()),
            language: Set(entry.tag),
            position: Set(position),
            state: Set(if entry.is_public { LanguageState::Public } else { LanguageState::Draft }),
            untranslated: Set(entry.untranslated),
            custom: Set(entry.custom),
            public_on: Set(entry.is_public.then_some(public_on)),
            created_on: Set(before.map_or(ctx.now(), |row| row.created_on)),
        }
    });
    let rows: Vec<ActiveModel> = rows.collect();
    tx.delete::<Entity>(Column::Position.gte(0)).exec().await?;
    tx.insert_many(rows).await?;
    audit::note(ctx, &tx, AuditAction::LanguagesChange, "").await?;
    let saved = stored(&tx).await?;
    tx.commit().await?;
    let shown = seen_by_visitors(before.into_iter()) != seen_by_visitors(saved.others.iter().cloned());
    let tag = if shown { cache_tags::SITE } else { cache_tags::LANGUAGES };
    invalidation.invalidate_tags(ctx.website(), &[tag.to_owned()]).await;
    Ok(saved)
}

/// What pages show of the languages: a draft is on none.
fn seen_by_visitors(languages: impl Iterator<Item = SiteLanguage>) -> Vec<(String, UntranslatedPages)> {
    languages.filter(|language| language.is_public).map(|language| (language.tag, language.untranslated)).collect()
}

/// Refuses addresses of new languages that pages have.
async fn require_free(tx: &TenantTx, addresses: Vec<String>) -> Result<(), SiteError> {
    if addresses.is_empty() {
        return Ok(());
    }
    let taken = tx.find::<collection::Entity>().filter(collection::Column::UrlId.is_in(addresses)).one().await?;
    match taken {
        None => Ok(()),
        Some(page) => {
            let message = contributor_texts::PAGE_HAS_ADDRESS_OF_LANGUAGE.with("name", page.title);
            Err(SiteError::Conflict(message.with("path", page.url_id).to_string()))
        }
    }
}

/// Hides all languages but the primary one from visitors. The list is kept.
///
/// # Errors
/// When the caller may not do this.
#[boxed]
pub async fn disconnect(ctx: &TenantCtx, db: &TenantDb, invalidation: &dyn Invalidation) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let tx = db.write().await?;
    let changed = tx
        .update::<Entity>(Column::State.eq(LanguageState::Public))
        .set(Column::State, LanguageState::Draft)
        .set(Column::PublicOn, None::<Timestamp>)
        .exec()
        .await?;
    if changed == 0 {
        return Ok(());
    }
    audit::note(ctx, &tx, AuditAction::LanguagesDisconnect, "").await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(())
}
