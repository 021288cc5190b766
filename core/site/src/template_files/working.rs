//! All files that a site replaces, with their drafts, as one transaction works on them.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::tenant::{template_file, template_set};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::TemplateVersionId;

use super::model::{FILES, FileDetail, FileSummary, FileVersion, Origin, Originals, SET_BYTES, ThemeOverrides, Themes};
use crate::{SiteError, contributor_texts, settings};

/// All overriding files of a site for its theme.
pub(super) struct Working {
    pub(super) theme: String,
    pub(super) revision: i64,
    pub(super) version: Option<TemplateVersionId>,
    pub(super) rows: BTreeMap<String, template_file::Model>,
}

impl Working {
    pub(super) async fn read(tx: &TenantTx) -> Result<Self, SiteError> {
        let theme = settings::site_row(tx).await?.theme;
        let set = template_set_of(tx, &theme).one().await?;
        let (revision, version) = set.map_or((0, None), |set| (set.revision, set.version_id));
        Self::with_rows(tx, theme, revision, version).await
    }

    /// Reads them for a change: locks the set and increments its revision.
    pub(super) async fn lock(tx: &TenantTx) -> Result<Self, SiteError> {
        let theme = settings::site_row(tx).await?.theme;
        let set = template_set_of(tx, &theme).for_update().one().await?;
        let (before, version) = match set {
            Some(set) => (set.revision, set.version_id),
            None => {
                begin_set(tx, &theme).await?;
                (0, None)
            }
        };
        let revision = before + 1;
        tx.update::<template_set::Entity>(template_set::Column::Theme.eq(theme.as_str()))
            .set(template_set::Column::Revision, revision)
            .exec()
            .await?;
        Self::with_rows(tx, theme, revision, version).await
    }

    async fn with_rows(
        tx: &TenantTx,
        theme: String,
        revision: i64,
        version: Option<TemplateVersionId>,
    ) -> Result<Self, SiteError> {
        let of_theme = template_file::Column::Theme.eq(theme.as_str());
        let rows = tx.find::<template_file::Entity>().filter(of_theme).all().await?;
        let rows = rows.into_iter().map(|row| (row.path.clone(), row)).collect();
        Ok(Self { theme, revision, version, rows })
    }

    /// The overriding files in the draft.
    pub(super) fn drafts(&self) -> ThemeOverrides {
        self.rows.values().filter_map(|row| Some((row.path.clone(), row.draft.clone()?))).collect()
    }

    /// The published overriding files.
    pub(super) fn published(&self) -> ThemeOverrides {
        self.rows.values().filter_map(|row| Some((row.path.clone(), row.published.clone()?))).collect()
    }

    /// Revision of a file; 0 for the theme's own.
    pub(super) fn revision_of(&self, path: &str) -> i64 {
        self.rows.get(path).map_or(0, |row| row.revision)
    }

    /// Whether a file exists in the theme or the site.
    pub(super) fn knows(&self, originals: &Originals, path: &str) -> bool {
        originals.contains_key(path) || self.rows.contains_key(path)
    }

    /// # Errors
    /// [`SiteError::RevisionStale`] when the file has another revision; [`SiteError::NotFound`] when the precondition
    /// names a version and there is no such file.
    pub(super) fn expect(&self, originals: &Originals, file: FileVersion<'_>) -> Result<(), SiteError> {
        let FileVersion { path, seen } = file;
        let is_there = self.knows(originals, path);
        let holds = if is_there { seen.holds(&self.revision_of(path)) } else { seen.holds_for_none() };
        match holds {
            true => Ok(()),
            false if is_there || !seen.names_versions() => Err(SiteError::RevisionStale),
            false => Err(SiteError::NotFound),
        }
    }

    /// # Errors
    /// [`SiteError::Invalid`] when a draft would exceed the maximum number or total size of files.
    pub(super) fn check_room(&self, path: &str, text: &str) -> Result<(), SiteError> {
        let others = self.rows.values().filter(|row| row.path != path);
        let (mut files, mut bytes) = (1, text.len());
        for row in others {
            files += 1;
            bytes += row.draft.as_ref().map_or(0, String::len);
        }
        let message = if files > FILES {
            contributor_texts::MOST_THEME_FILES.with("count", FILES).to_string()
        } else if bytes > SET_BYTES {
            contributor_texts::THEME_FILES_AT_MOST_MIB.with("count", SET_BYTES / 1024 / 1024).to_string()
        } else {
            return Ok(());
        };
        Err(SiteError::Invalid([("text".to_owned(), message)].into()))
    }

    /// Sets the draft of a file; none resets it to the theme's. A row that equals the theme is removed.
    pub(super) async fn set_draft(
        &mut self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        path: &str,
        draft: Option<String>,
    ) -> Result<(), SiteError> {
        let before = self.rows.remove(path);
        let published = before.as_ref().and_then(|row| row.published.clone());
        if draft.is_none() && published.is_none() {
            tx.delete::<template_file::Entity>(self.row(path)).exec().await?;
            return Ok(());
        }
        let row = template_file::ActiveModel {
            website_id: Set(tx.website().clone()),
            theme: Set(self.theme.clone()),
            path: Set(path.to_owned()),
            draft: Set(draft),
            published: Set(published),
            revision: Set(self.revision),
            updated_on: Set(ctx.now()),
        };
        let saved = if before.is_some() { tx.save(row).await? } else { tx.insert(row).await? };
        self.rows.insert(path.to_owned(), saved);
        Ok(())
    }

    /// Condition for a row of this theme.
    pub(super) fn row(&self, path: &str) -> Condition {
        Condition::all()
            .add(template_file::Column::Theme.eq(self.theme.as_str()))
            .add(template_file::Column::Path.eq(path))
    }

    /// All files of theme and site, by path.
    pub(super) fn summaries(&self, originals: &Originals) -> Vec<FileSummary> {
        let paths: BTreeSet<&String> = originals.keys().chain(self.rows.keys()).collect();
        paths.into_iter().filter_map(|path| self.summary(originals, path)).collect()
    }

    /// Summary of a file; none when there is no such file.
    fn summary(&self, originals: &Originals, path: &str) -> Option<FileSummary> {
        let (row, original) = (self.rows.get(path), originals.get(path));
        let draft = row.and_then(|row| row.draft.as_ref());
        let text = self.text(originals, path)?;
        Some(FileSummary {
            path: path.to_owned(),
            origin: original.map_or(Origin::Site, |original| original.origin),
            own: draft.is_some(),
            unpublished: row.is_some_and(|row| row.draft != row.published),
            removed: draft.is_none() && original.is_none(),
            revision: self.revision_of(path),
            bytes: text.len(),
            updated_on: row.map(|row| row.updated_on),
        })
    }

    fn text<'a>(&'a self, originals: &'a Originals, path: &str) -> Option<&'a String> {
        let row = self.rows.get(path);
        row.and_then(|row| row.draft.as_ref())
            .or_else(|| originals.get(path).map(|original| &original.text))
            .or_else(|| row.and_then(|row| row.published.as_ref()))
    }

    /// A file with its texts.
    ///
    /// # Errors
    /// [`SiteError::NotFound`] when there is no such file.
    pub(super) async fn detail(&self, themes: &dyn Themes, path: &str) -> Result<FileDetail, SiteError> {
        let originals = themes.originals(&self.theme);
        let summary = self.summary(originals, path).ok_or(SiteError::NotFound)?;
        let text = self.text(originals, path).cloned().unwrap_or_default();
        let original = originals.get(path).map(|original| original.text.clone());
        let published = self.rows.get(path).and_then(|row| row.published.clone()).or_else(|| original.clone());
        let problems = themes.problems(&self.theme, self.drafts()).await?;
        let problems = problems.into_iter().filter(|problem| problem.path == path).collect();
        Ok(FileDetail { summary, text, original, published, problems })
    }
}

fn template_set_of<'a>(tx: &'a TenantTx, theme: &str) -> stoa_entity::Find<'a, template_set::Entity> {
    tx.find::<template_set::Entity>().filter(template_set::Column::Theme.eq(theme))
}

/// Creates the set with the first change to a theme. A concurrent first change gets a conflict.
async fn begin_set(tx: &TenantTx, theme: &str) -> Result<(), SiteError> {
    let row = template_set::ActiveModel {
        website_id: Set(tx.website().clone()),
        theme: Set(theme.to_owned()),
        revision: Set(0),
        version_id: Set(None),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(SiteError::RevisionStale),
        other => {
            other?;
            Ok(())
        }
    }
}
