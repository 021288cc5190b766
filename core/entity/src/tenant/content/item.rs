//! Items of blogs, such as posts and events, as contributors edit them: the data besides their page in `collection`,
//! which holds title and blocks.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, PostId, WebsiteId};

/// One row of `item`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: CollectionId,
    /// The blog.
    pub collection_id: CollectionId,
    /// Its row in `post` while it is visible to visitors.
    pub post_id: PostId,
    /// Its draft fields.
    pub draft: Json,
    /// Its published fields; none if never published.
    pub published: Option<Json>,
    /// First publication, UTC milliseconds.
    pub first_published_on: Option<i64>,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
