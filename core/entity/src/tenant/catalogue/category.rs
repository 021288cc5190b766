//! Categories of a store; the root has no parent.

use sea_orm::entity::prelude::*;
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::id::{CategoryId, CollectionId, WebsiteId};

/// One row of `category`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "category")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CategoryId,
    /// The store.
    pub collection_id: CollectionId,
    /// The parent category.
    pub parent_id: Option<CategoryId>,
    /// Name shown.
    pub name: String,
    /// Short name for filters.
    pub url_id: String,
    /// Whether it is the root.
    pub kind: CategoryKind,
    /// Layout of its page.
    pub page_rendering: PageRendering,
    /// Order among its siblings.
    pub position: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
