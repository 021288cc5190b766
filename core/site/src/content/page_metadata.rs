//! Page settings outside the document, and which of them are published.

use std::collections::HashMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait as _, ColumnTrait};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_entity::tenant::collection;
use stoa_entity::tenant::page_setting::{ActiveModel, Column, Entity, Model};
use stoa_kernel::content::{PageAccess, PageStatus, ViewMode};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::{AssetId, CollectionId};

use crate::SiteError;
use stoa_entity::json_column;

/// What the URL of a folder returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FolderBehavior {
    /// A page that lists the folder's pages.
    #[default]
    Index,
    /// A redirect to the first page in the folder.
    Redirect,
    /// 404.
    None,
}

/// Titles and metadata of a page as of its last publication.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PublishedMetadata {
    pub(crate) title: String,
    pub(crate) navigation_title: String,
    pub(crate) seo_title: String,
    pub(crate) seo_description: String,
    pub(crate) no_index: bool,
    pub(crate) head: String,
    pub(crate) share_image: Option<AssetId>,
}

/// Why a scheduled publication failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishFailure {
    /// When it should have been published, UTC milliseconds.
    pub failed_on: i64,
    /// Problems by id of the block or setting.
    pub problems: FieldErrors,
}

impl PublishFailure {
    /// The problems, each message once.
    pub fn messages(&self) -> Vec<String> {
        let mut messages: Vec<String> = self.problems.values().cloned().collect();
        messages.sort();
        messages.dedup();
        messages
    }

    pub(crate) fn of(setting: &Model) -> Result<Option<Self>, SiteError> {
        Ok(json_column::read_optional("page_setting.publish_failure", setting.publish_failure.as_ref())?)
    }
}

impl FolderBehavior {
    const ALL: [FolderBehavior; 3] = [FolderBehavior::Index, FolderBehavior::Redirect, FolderBehavior::None];

    /// Its number in data of templates.
    pub fn code(self) -> i32 {
        match self {
            FolderBehavior::Index => 1,
            FolderBehavior::Redirect => 2,
            FolderBehavior::None => 3,
        }
    }

    /// The behaviour with this number.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|behavior| behavior.code() == code)
    }
}

/// The status of a page with these settings.
pub(crate) fn status_of(is_published: bool, setting: Option<&Model>) -> PageStatus {
    match setting {
        Some(setting) if setting.access == PageAccess::Private => PageStatus::Private,
        Some(setting) if setting.publish_on.is_some() => PageStatus::Scheduled,
        Some(setting) if setting.needs_review => PageStatus::NeedsReview,
        _ if !is_published => PageStatus::Draft,
        _ => PageStatus::Published,
    }
}

impl PublishedMetadata {
    /// From the draft.
    pub(crate) fn of_draft(row: &collection::Model, setting: Option<&Model>) -> Self {
        Self {
            title: row.title.clone(),
            navigation_title: row.navigation_title.clone(),
            seo_title: row.seo_title.clone(),
            seo_description: row.seo_description.clone(),
            no_index: setting.is_some_and(|setting| setting.no_index),
            head: setting.map(|setting| setting.head.clone()).unwrap_or_default(),
            share_image: setting.and_then(|setting| setting.share_image_id.clone()),
        }
    }

    /// Its texts, as stored in a draft.
    pub(crate) fn texts(&self) -> Map<String, Value> {
        let texts = [
            ("title", &self.title),
            ("navigationTitle", &self.navigation_title),
            ("seoTitle", &self.seo_title),
            ("seoDescription", &self.seo_description),
        ];
        texts.into_iter().map(|(name, text)| (name.to_owned(), Value::from(text.as_str()))).collect()
    }

    /// The published values, or the draft if none were stored separately.
    pub(crate) fn shown(row: &collection::Model, setting: Option<&Model>) -> Result<Self, SiteError> {
        match setting.and_then(|setting| setting.face.as_ref()).filter(|face| !face.is_null()) {
            Some(face) => Ok(json_column::read("page_setting.face", face)?),
            None => Ok(Self::of_draft(row, setting)),
        }
    }
}

/// Whether a page was published.
pub(crate) fn is_published(row: &collection::Model) -> bool {
    row.published.as_ref().is_some_and(|document| !document.is_null())
}

/// Whether titles or metadata of the draft differ from the published ones.
pub(crate) fn metadata_differs(row: &collection::Model, setting: Option<&Model>) -> bool {
    PublishedMetadata::shown(row, setting).is_ok_and(|shown| shown != PublishedMetadata::of_draft(row, setting))
}

/// The stored settings of a page.
pub(crate) async fn find(tx: &TenantTx, id: &CollectionId) -> Result<Option<Model>, SiteError> {
    Ok(tx.find::<Entity>().filter(Column::CollectionId.eq(id.clone())).one().await?)
}

/// The stored settings of several pages.
pub(crate) async fn of_all(
    tx: &TenantTx,
    ids: impl Iterator<Item = &CollectionId>,
) -> Result<HashMap<CollectionId, Model>, SiteError> {
    let rows = tx.find::<Entity>().filter(Column::CollectionId.is_in(ids.cloned())).all().await?;
    Ok(rows.into_iter().map(|row| (row.collection_id.clone(), row)).collect())
}

/// The settings of a page; defaults if none are stored.
pub(crate) async fn of(tx: &TenantTx, id: &CollectionId) -> Result<Model, SiteError> {
    Ok(find(tx, id).await?.unwrap_or_else(|| Model {
        website_id: tx.website().clone(),
        collection_id: id.clone(),
        needs_review: false,
        publish_on: None,
        publish_failure: None,
        access: PageAccess::default(),
        password_hash: None,
        folder_behavior: None,
        view_mode: ViewMode::default(),
        own_type: None,
        no_index: false,
        head: String::new(),
        share_image_id: None,
        face: None,
        trashed_on: None,
        trashed_url_id: None,
        revision: 0,
    }))
}

/// Saves settings and increments their revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the stored revision is not the one they were read with.
pub(crate) async fn keep(tx: &TenantTx, mut setting: Model) -> Result<Model, SiteError> {
    let seen = setting.revision;
    setting.revision += 1;
    let row = ActiveModel::from(setting.clone()).reset_all();
    let own = Column::CollectionId.eq(setting.collection_id.clone());
    match tx.find::<Entity>().filter(own).for_update().one().await? {
        Some(locked) if locked.revision == seen => Ok(tx.save(row).await?),
        None if seen == 0 => match tx.insert(row).await {
            Err(stoa_entity::DbError::Duplicate(_)) => Err(SiteError::RevisionStale),
            other => Ok(other?),
        },
        _ => Err(SiteError::RevisionStale),
    }
}

/// Writes publication state: published titles and metadata, review flag and schedule. No form edits these, so the
/// revision is unchanged and open forms can still be saved. The row of the page must be locked: every writer of
/// settings reads them under that lock.
pub(crate) async fn save_publication_state(tx: &TenantTx, setting: Model) -> Result<(), SiteError> {
    let written = tx
        .update::<Entity>(Column::CollectionId.eq(setting.collection_id.clone()))
        .set(Column::NeedsReview, setting.needs_review)
        .set(Column::PublishOn, setting.publish_on)
        .set(Column::PublishFailure, Expr::value(setting.publish_failure.clone()))
        .set(Column::Face, Expr::value(setting.face.clone()))
        .exec()
        .await?;
    if written == 0 {
        tx.insert(ActiveModel::from(setting).reset_all()).await?;
    }
    Ok(())
}

/// Called before titles or metadata of a draft change: stores the published ones if they were not stored separately
/// yet.
pub(crate) async fn store_published_metadata(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    if !row.kind.has_draft() || !is_published(row) {
        return Ok(());
    }
    let mut setting = of(tx, &row.id).await?;
    if setting.face.as_ref().is_none_or(Value::is_null) {
        let face = PublishedMetadata::of_draft(row, Some(&setting));
        setting.face = Some(json_column::write("page_setting.face", &face)?);
        save_publication_state(tx, setting).await?;
    }
    Ok(())
}

/// Called when a draft is published: publishes its titles and metadata, and clears review flag and schedule.
pub(crate) async fn note_published(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    let mut setting = of(tx, &row.id).await?;
    let face = PublishedMetadata::of_draft(row, Some(&setting));
    setting.face = Some(json_column::write("page_setting.face", &face)?);
    setting.needs_review = false;
    setting.publish_on = None;
    setting.publish_failure = None;
    save_publication_state(tx, setting).await
}

/// Resets the metadata of the draft (`noindex`, head elements, share image) to the published values; titles are reset
/// by the log. Does nothing if nothing was published.
pub(crate) async fn restore_published_metadata(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    let Some(mut setting) = find(tx, &row.id).await?.filter(|setting| setting.face.is_some()) else { return Ok(()) };
    let face = PublishedMetadata::shown(row, Some(&setting))?;
    (setting.no_index, setting.head, setting.share_image_id) = (face.no_index, face.head, face.share_image);
    keep(tx, setting).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.folder-behavior
    #[test]
    fn folder_behavior_numbers() {
        let pairs = [(1, FolderBehavior::Index), (2, FolderBehavior::Redirect), (3, FolderBehavior::None)];
        for (code, behavior) in pairs {
            assert_eq!((behavior.code(), FolderBehavior::from_code(code)), (code, Some(behavior)));
        }
        assert_eq!(FolderBehavior::from_code(4), None);
    }
}
