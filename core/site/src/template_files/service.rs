//! Drafts of theme files: listed, read, saved, published.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{template_file, template_set};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::TemplateVersionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::model::{
    FileDetail, FileProblem, FileSet, FileVersion, ThemeOverrides, Themes, UnsavedTexts, check_path, check_text,
    refuse_errors,
};
use super::versions;
use super::working::Working;
use crate::{SiteError, cache_tags};

/// All files of the site's theme.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, themes: &dyn Themes) -> Result<FileSet, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let working = Working::read(&db.read().await?).await?;
    let files = working.summaries(themes.originals(&working.theme));
    let unpublished = files.iter().any(|file| file.unpublished);
    Ok(FileSet { theme: working.theme, revision: working.revision, files, unpublished })
}

/// A file with its texts and the problems of its draft.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file.
#[boxed]
pub async fn file(ctx: &TenantCtx, db: &TenantDb, themes: &dyn Themes, path: &str) -> Result<FileDetail, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let working = Working::read(&db.read().await?).await?;
    working.detail(themes, path).await
}

/// Name of the theme, and the drafts of overriding files, including unsaved texts.
///
/// # Errors
/// [`SiteError::Invalid`] when one of the files could not be saved.
#[boxed]
pub async fn drafts(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    unsaved: UnsavedTexts,
) -> Result<(String, ThemeOverrides), SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let working = Working::read(&db.read().await?).await?;
    unsaved.check(themes.originals(&working.theme))?;
    let mut own = working.drafts();
    own.extend(unsaved.0);
    Ok((working.theme, own))
}

/// Problems of the drafts, including unsaved texts.
///
/// # Errors
/// [`SiteError::Invalid`] when one of the files could not be saved.
#[boxed]
pub async fn checked(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    unsaved: UnsavedTexts,
) -> Result<Vec<FileProblem>, SiteError> {
    let (theme, own) = drafts(ctx, db, themes, unsaved).await?;
    themes.problems(&theme, own).await
}

/// Saves a draft if the precondition on its revision holds. A draft may have errors; a text equal to the theme's is not
/// stored as an override.
///
/// # Errors
/// [`SiteError::Invalid`] when path or text is not accepted, [`SiteError::NotFound`] when the file was removed in the
/// meantime, [`SiteError::RevisionStale`] when someone else saved it first.
#[boxed]
pub async fn save<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    version: FileVersion<'a>,
    text: String,
) -> Result<FileDetail, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let mut working = Working::lock(&tx).await?;
    let originals = themes.originals(&working.theme);
    let mut checks = Checks::default();
    // A file that only the site has stays editable when the theme changes.
    if !working.rows.contains_key(version.path) {
        check_path(&mut checks, originals, version.path);
    }
    check_text(&mut checks, &text);
    checks.finish()?;
    working.expect(originals, version)?;
    working.check_room(version.path, &text)?;
    let is_original = originals.get(version.path).is_some_and(|original| original.text == text);
    working.set_draft(ctx, &tx, version.path, (!is_original).then_some(text)).await?;
    tx.commit().await?;
    working.detail(themes, version.path).await
}

/// Resets a draft to the theme's file; a file that only the site has is removed.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file, [`SiteError::RevisionStale`] when someone else saved first.
#[boxed]
pub async fn remove<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    version: FileVersion<'a>,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Design, Action::Delete)?;
    let tx = db.write().await?;
    let mut working = Working::lock(&tx).await?;
    let originals = themes.originals(&working.theme);
    if !working.knows(originals, version.path) {
        return Err(SiteError::NotFound);
    }
    working.expect(originals, version)?;
    working.set_draft(ctx, &tx, version.path, None).await?;
    Ok(tx.commit().await?)
}

/// Publishes all drafts, if the set has this revision.
///
/// # Errors
/// [`SiteError::TemplateErrors`] with all problems if there is any error, [`SiteError::RevisionStale`] when someone
/// else saved first.
#[boxed]
pub async fn publish(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    invalidation: &dyn Invalidation,
    revision: i64,
) -> Result<FileSet, SiteError> {
    ctx.authorise(Resource::Design, Action::Publish)?;
    let seen = Working::read(&db.read().await?).await?;
    if seen.revision != revision {
        return Err(SiteError::RevisionStale);
    }
    let former = changes(&seen);
    if former.is_empty() {
        return list(ctx, db, themes).await;
    }
    refuse_errors(themes.problems(&seen.theme, seen.drafts()).await?)?;
    let tx = db.write().await?;
    let working = Working::lock(&tx).await?;
    if working.revision != revision.saturating_add(1) || working.theme != seen.theme {
        return Err(SiteError::RevisionStale);
    }
    for path in former.keys() {
        let row = working.rows.get(path).ok_or(SiteError::RevisionStale)?;
        if row.draft.is_none() {
            tx.delete::<template_file::Entity>(working.row(path)).exec().await?;
        } else {
            tx.update::<template_file::Entity>(working.row(path))
                .set(template_file::Column::Published, row.draft.clone())
                .exec()
                .await?;
        }
    }
    let id = versions::add(ctx, &tx, &working.theme, &former).await?;
    set_published_version(&tx, &working.theme, id).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    list(ctx, db, themes).await
}

async fn set_published_version(tx: &TenantTx, theme: &str, id: TemplateVersionId) -> Result<(), SiteError> {
    tx.update::<template_set::Entity>(template_set::Column::Theme.eq(theme))
        .set(template_set::Column::VersionId, Some(id))
        .exec()
        .await?;
    Ok(())
}

/// The published text of each file that a publication would change, by path.
fn changes(working: &Working) -> BTreeMap<String, Option<String>> {
    let changed = working.rows.values().filter(|row| row.draft != row.published);
    changed.map(|row| (row.path.clone(), row.published.clone())).collect()
}
