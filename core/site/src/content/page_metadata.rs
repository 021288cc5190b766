//! Page settings outside the document, and which of them are published.

use std::collections::HashMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait as _, ColumnTrait};
use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_entity::tenant::collection;
pub use stoa_entity::tenant::page_setting::PublishFailure;
pub(crate) use stoa_entity::tenant::page_setting::PublishedMetadata;
use stoa_entity::tenant::page_setting::{ActiveModel, Column, Entity, Model};
use stoa_kernel::content::{PageAccess, PageStatus, ViewMode};
use stoa_kernel::id::CollectionId;

use crate::SiteError;
use stoa_entity::json_column::JsonOf;

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

/// The problems of a failed publication, each message once.
pub fn failure_messages(failure: &PublishFailure) -> Vec<String> {
    let mut messages: Vec<String> = failure.problems.values().cloned().collect();
    messages.sort();
    messages.dedup();
    messages
}

/// Why the scheduled publication of a page failed.
pub(crate) fn failure_of(setting: &Model) -> Option<PublishFailure> {
    setting.publish_failure.clone().map(|failure| failure.0)
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

/// Titles and metadata of a draft.
pub(crate) fn drafted(row: &collection::Model, setting: Option<&Model>) -> PublishedMetadata {
    PublishedMetadata {
        title: row.title.clone(),
        navigation_title: row.navigation_title.clone(),
        seo_title: row.seo_title.clone(),
        seo_description: row.seo_description.clone(),
        no_index: setting.is_some_and(|setting| setting.no_index),
        head: setting.map(|setting| setting.head.clone()).unwrap_or_default(),
        share_image: setting.and_then(|setting| setting.share_image_id.clone()),
    }
}

/// The published titles and metadata, or those of the draft if none were stored separately.
pub(crate) fn shown(row: &collection::Model, setting: Option<&Model>) -> PublishedMetadata {
    let stored = setting.and_then(|setting| setting.face.clone());
    stored.map_or_else(|| drafted(row, setting), |face| face.0)
}

/// Titles as stored in a draft.
pub(crate) fn texts(face: &PublishedMetadata) -> Map<String, Value> {
    let texts = [
        ("title", &face.title),
        ("navigationTitle", &face.navigation_title),
        ("seoTitle", &face.seo_title),
        ("seoDescription", &face.seo_description),
    ];
    texts.into_iter().map(|(name, text)| (name.to_owned(), Value::from(text.as_str()))).collect()
}

/// Whether a page was published.
pub(crate) fn is_published(row: &collection::Model) -> bool {
    row.published.as_ref().is_some_and(|document| !document.is_null())
}

/// Whether titles or metadata of the draft differ from the published ones.
pub(crate) fn metadata_differs(row: &collection::Model, setting: Option<&Model>) -> bool {
    shown(row, setting) != drafted(row, setting)
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
    if setting.face.is_none() {
        setting.face = Some(JsonOf(drafted(row, Some(&setting))));
        save_publication_state(tx, setting).await?;
    }
    Ok(())
}

/// Called when a draft is published: publishes its titles and metadata, and clears review flag and schedule.
pub(crate) async fn note_published(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    let mut setting = of(tx, &row.id).await?;
    setting.face = Some(JsonOf(drafted(row, Some(&setting))));
    setting.needs_review = false;
    setting.publish_on = None;
    setting.publish_failure = None;
    save_publication_state(tx, setting).await
}

/// Resets the metadata of the draft (`noindex`, head elements, share image) to the published values; titles are reset
/// by the log. Does nothing if nothing was published.
pub(crate) async fn restore_published_metadata(tx: &TenantTx, row: &collection::Model) -> Result<(), SiteError> {
    let Some(mut setting) = find(tx, &row.id).await? else { return Ok(()) };
    let Some(JsonOf(face)) = setting.face.clone() else { return Ok(()) };
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
