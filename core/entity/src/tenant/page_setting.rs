//! What a page, blog, store or folder has beside its document. A row is made with the first change; without one
//! everything is as it is by default.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, CollectionId, WebsiteId};

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
    /// Whether its draft waits for somebody who may publish it.
    pub needs_review: bool,
    /// When the draft is published by itself, UTC milliseconds.
    pub publish_on: Option<i64>,
    /// Why the draft was not published when its time had come: when, and the problems of its document; none otherwise.
    pub publish_failure: Option<Json>,
    /// Who may open it: `public`, `private`, `password` or `members`.
    pub access: String,
    /// Argon2id hash of its password.
    pub password_hash: Option<String>,
    /// What the address of a folder answers: 1 index, 2 redirect, 3 none.
    pub folder_behavior: Option<i32>,
    /// How a store or blog shows what is in it: `list`, `grid` or `product`; empty as the theme does.
    pub view_mode: String,
    /// The type a page that stands alone has again when it no longer does; none for a plain page.
    pub own_type: Option<i32>,
    /// Whether search engines are asked to leave it out; part of the draft.
    pub no_index: bool,
    /// Lines for the head of the page; part of the draft.
    pub head: String,
    /// Picture shown when the page is shared; part of the draft.
    pub share_image_id: Option<AssetId>,
    /// Titles and settings as they were published; none while nothing was, or for kinds without drafts.
    pub face: Option<Json>,
    /// When it was put into the trash, UTC milliseconds.
    pub trashed_on: Option<i64>,
    /// Its address before that.
    pub trashed_url_id: Option<String>,
    /// Raised by each edit of them; by publishing they are not edited.
    pub revision: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
