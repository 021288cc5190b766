//! A site's own words in place of the default texts.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::site;
use stoa_entity::tenant::site_text::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::token::random_token;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};
use stoa_messages::{Catalogue, Original, po_file};

use super::model::{SiteText, TextFilter, TextPlace, changeable, checked, found, language_tag};
use crate::settings::site_row;
use crate::{SiteError, cache_tags};

/// Length of the stamp of the texts of a site.
const STAMP_LENGTH: usize = 20;

/// Tag of the catalogue in which a site shows its texts.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn language_shown(ctx: &TenantCtx, db: &TenantDb) -> Result<&'static str, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let row = site_row(&db.read().await?).await?;
    Ok(Catalogue::for_language(&row.language).language())
}

/// Texts of a language by key, with those of the site. A cursor is the key of the last text of the page before.
///
/// # Errors
/// When the caller may not see them, or there is no such language.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    language: &str,
    filter: &TextFilter,
    request: &PageRequest,
) -> Result<Page<SiteText>, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let language = language_tag(language)?;
    let mut own = own_of(&db.read().await?, language).await?;
    let start = request.cursor.as_deref().unwrap_or_default();
    let limit = request.limit();
    let rows = changeable(language)
        .filter(|original| original.key.as_str() > start)
        .map(|original| text(original, own.remove(&original.key)))
        .filter(|text| filter.admits(text))
        .take(usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1));
    Ok(Page::from_rows(rows.collect(), limit, |text| text.key.to_owned()))
}

/// Saves the site's text in place of that of the catalogue; the catalogue's own text resets it.
///
/// # Errors
/// When the caller may not change it or there is no such text; [`SiteError::Invalid`] with a message.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    place: &TextPlace,
    wanted: &str,
) -> Result<SiteText, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    let (language, original) = found(place)?;
    let wanted = checked(language, original, wanted)?;
    if wanted == original.text {
        reset(ctx, db, invalidation, place).await?;
        return Ok(text(original, None));
    }
    let tx = db.write().await?;
    // First, since it makes other changes of the site's texts wait.
    renew_stamp(&tx).await?;
    let changed = tx
        .update::<Entity>(of_place(language, &original.key))
        .set(Column::Text, wanted.clone())
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let row = Model {
        website_id: tx.website().clone(),
        language: language.to_owned(),
        key: original.key.clone(),
        text: wanted,
        updated_on: ctx.now(),
    };
    if changed == 0 {
        let Model { website_id, language, key, text, updated_on } = row.clone();
        tx.insert(ActiveModel {
            website_id: Set(website_id),
            language: Set(language),
            key: Set(key),
            text: Set(text),
            updated_on: Set(updated_on),
        })
        .await?;
    }
    audit::note(ctx, &tx, AuditAction::SiteTextSave, &format!("{} {language}", original.key)).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(text(original, Some(row)))
}

/// Shows the text of the catalogue again. Idempotent.
///
/// # Errors
/// When the caller may not change it, or there is no such text.
#[boxed]
pub async fn reset(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    place: &TextPlace,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    let (language, original) = found(place)?;
    let action = AuditAction::SiteTextReset;
    let removal =
        Removal { texts: of_place(language, &original.key), action, subject: format!("{} {language}", original.key) };
    remove(ctx, db, invalidation, removal).await
}

/// Shows all texts of the catalogue of a language again. Idempotent.
///
/// # Errors
/// When the caller may not change them, or there is no such language.
#[boxed]
pub async fn reset_all(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    language: &str,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    let language = language_tag(language)?;
    let action = AuditAction::SiteTextsReset;
    let removal = Removal { texts: of_language(language), action, subject: language.to_owned() };
    remove(ctx, db, invalidation, removal).await
}

/// The texts of a language as a PO file.
///
/// # Errors
/// When the caller may not see them, or there is no such language.
#[boxed]
pub async fn export(ctx: &TenantCtx, db: &TenantDb, language: &str) -> Result<Vec<u8>, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let language = language_tag(language)?;
    let own = own_of(&db.read().await?, language).await?;
    let texts = changeable(language).map(|text| (text, own.get(&text.key).map(|row| row.text.as_str())));
    po_file(language, texts).map_err(SiteError::Export)
}

/// Texts of the site to be removed, and how the audit log says it.
struct Removal {
    texts: Condition,
    action: AuditAction,
    subject: String,
}

async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    removal: Removal,
) -> Result<(), SiteError> {
    let Removal { texts, action, subject } = removal;
    let tx = db.write().await?;
    renew_stamp(&tx).await?;
    if tx.delete::<Entity>(texts).exec().await? == 0 {
        // Dropped without a commit: nothing has changed.
        return Ok(());
    }
    if tx.find::<Entity>().count().await? == 0 {
        tx.update::<site::Entity>(Condition::all()).set(site::Column::TextsStamp, None::<String>).exec().await?;
    }
    audit::note(ctx, &tx, action, &subject).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(())
}

async fn renew_stamp(tx: &TenantTx) -> Result<(), SiteError> {
    let stamp = random_token(STAMP_LENGTH);
    tx.update::<site::Entity>(Condition::all()).set(site::Column::TextsStamp, stamp).exec().await?;
    Ok(())
}

async fn own_of(tx: &TenantTx, language: &str) -> Result<HashMap<String, Model>, SiteError> {
    let rows = tx.find::<Entity>().filter(of_language(language)).all().await?;
    Ok(rows.into_iter().map(|row| (row.key.clone(), row)).collect())
}

fn of_language(language: &str) -> Condition {
    Condition::all().add(Column::Language.eq(language))
}

fn of_place(language: &str, key: &str) -> Condition {
    of_language(language).add(Column::Key.eq(key))
}

fn text(original: &'static Original, row: Option<Model>) -> SiteText {
    let (own, updated_on) = row.map_or((None, None), |row| (Some(row.text), Some(row.updated_on)));
    SiteText { key: &original.key, comment: &original.comment, original: &original.text, own, updated_on }
}
