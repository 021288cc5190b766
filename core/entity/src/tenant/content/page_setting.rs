//! Settings of a page, blog, store or folder besides its document. A row is created by the first change; without one
//! the defaults apply.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::FieldErrors;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{PageAccess, ViewMode};
use stoa_kernel::id::{AssetId, CollectionId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `page_setting`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "page_setting")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub collection_id: CollectionId,
    /// Whether its draft is waiting for review by someone who may publish it.
    pub needs_review: bool,
    /// Scheduled publication of the draft, UTC milliseconds.
    pub publish_on: Option<Timestamp>,
    /// Why the scheduled publication failed; none otherwise.
    pub publish_failure: Option<JsonOf<PublishFailure>>,
    /// Who may open it.
    pub access: PageAccess,
    /// Argon2id hash of its password.
    pub password_hash: Option<String>,
    /// Response of a folder's URL: 1 index, 2 redirect, 3 none.
    pub folder_behavior: Option<i32>,
    /// Layout of a store or blog.
    pub view_mode: ViewMode,
    /// The type to restore when a page is no longer stand-alone; none for a plain page.
    pub own_type: Option<i32>,
    /// Whether search engines are asked not to index it (`noindex`); part of the draft.
    pub no_index: bool,
    /// Code for the head of the page; part of the draft.
    pub head: String,
    /// Image for social sharing; part of the draft.
    pub share_image_id: Option<AssetId>,
    /// Published titles and settings; none if never published, or for kinds without drafts.
    pub face: Option<JsonOf<PublishedMetadata>>,
    /// When it was moved to the trash, UTC milliseconds.
    pub trashed_on: Option<Timestamp>,
    /// Its slug before that.
    pub trashed_url_id: Option<String>,
    /// Revision of these settings, incremented by each edit but not by publishing.
    pub revision: i64,
}

/// Why a scheduled publication failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishFailure {
    /// When it should have been published, UTC milliseconds.
    pub failed_on: Timestamp,
    /// Problems by id of the block or setting.
    pub problems: FieldErrors,
}

/// Titles and metadata of a page as of its last publication.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PublishedMetadata {
    /// Title.
    pub title: String,
    /// Title in navigations.
    pub navigation_title: String,
    /// Title for search engines.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Code for the head of the page.
    pub head: String,
    /// Image for social sharing.
    pub share_image: Option<AssetId>,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
