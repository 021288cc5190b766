use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{template_file, template_set};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::TemplateVersionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::model::{
    FileDetail, FileProblem, FileSet, FileVersion, OwnFiles, Themes, Unsaved, check_path, check_text, refuse_errors,
};
use super::versions;
use super::working::Working;
use crate::{SiteError, drawn_of};

/// All files of the site's theme.
///
/// # Errors
/// When the caller may not see them.
pub async fn list(ctx: &TenantCtx, db: &TenantDb, themes: &dyn Themes) -> Result<FileSet, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let working = Working::read(&db.read().await?).await?;
    let files = working.summaries(themes.originals(&working.theme));
    let unpublished = files.iter().any(|file| file.unpublished);
    Ok(FileSet { theme: working.theme, revision: working.revision, files, unpublished })
}

/// A file with its texts and what is wrong with its draft.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file.
pub async fn file(ctx: &TenantCtx, db: &TenantDb, themes: &dyn Themes, path: &str) -> Result<FileDetail, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    Working::read(&db.read().await?).await?.detail(themes, path)
}

/// The theme's name and what the drafts, with files that are not saved, lay over it.
///
/// # Errors
/// [`SiteError::Invalid`] when one of the files could not be saved either.
pub async fn drafts(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    unsaved: Unsaved,
) -> Result<(String, OwnFiles), SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let working = Working::read(&db.read().await?).await?;
    unsaved.check(themes.originals(&working.theme))?;
    let mut own = working.drafts();
    own.extend(unsaved.0);
    Ok((working.theme, own))
}

/// What is wrong with the drafts, with files that are not saved laid over them.
///
/// # Errors
/// [`SiteError::Invalid`] when one of the files could not be saved either.
pub async fn checked(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    unsaved: Unsaved,
) -> Result<Vec<FileProblem>, SiteError> {
    let (theme, own) = drafts(ctx, db, themes, unsaved).await?;
    Ok(themes.problems(&theme, &own))
}

/// Saves a draft, when what is there is what the caller has seen. A draft may have errors; a text that is the theme's
/// own is no version of the site.
///
/// # Errors
/// [`SiteError::Invalid`] when path or text cannot be taken, [`SiteError::NotFound`] when the file was
/// removed meanwhile, [`SiteError::RevisionStale`] when somebody saved it.
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    version: FileVersion<'_>,
    text: String,
) -> Result<FileDetail, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let mut working = Working::lock(&tx).await?;
    let originals = themes.originals(&working.theme);
    let mut checks = Checks::default();
    // A file of the site's own stays editable when its theme changes.
    if !working.rows.contains_key(version.path) {
        check_path(&mut checks, originals, version.path);
    }
    check_text(&mut checks, &text);
    checks.finish()?;
    working.expect(originals, version)?;
    working.check_room(version.path, &text)?;
    let is_original = originals.get(version.path).is_some_and(|original| original.text == text);
    working.set_draft(ctx, &tx, version.path, (!is_original).then_some(text)).await?;
    let saved = working.detail(themes, version.path)?;
    tx.commit().await?;
    Ok(saved)
}

/// Makes a draft the theme's own file again; a file that the theme lacks goes.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file, [`SiteError::RevisionStale`] when somebody saved
/// meanwhile.
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    version: FileVersion<'_>,
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

/// Shows visitors all drafts, as they were at a revision of the set.
///
/// # Errors
/// [`SiteError::TemplateErrors`] with everything that is wrong when something is,
/// [`SiteError::RevisionStale`] when somebody saved meanwhile.
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
    refuse_errors(themes.problems(&seen.theme, &seen.drafts()))?;
    let tx = db.write().await?;
    let working = Working::lock(&tx).await?;
    if working.revision != revision + 1 || working.theme != seen.theme {
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
    mark(&tx, &working.theme, id).await?;
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    list(ctx, db, themes).await
}

async fn mark(tx: &TenantTx, theme: &str, id: TemplateVersionId) -> Result<(), SiteError> {
    tx.update::<template_set::Entity>(template_set::Column::Theme.eq(theme))
        .set(template_set::Column::VersionId, Some(id))
        .exec()
        .await?;
    Ok(())
}

/// By path, what visitors see now of each file that a publication would change.
fn changes(working: &Working) -> BTreeMap<String, Option<String>> {
    let changed = working.rows.values().filter(|row| row.draft != row.published);
    changed.map(|row| (row.path.clone(), row.published.clone())).collect()
}
