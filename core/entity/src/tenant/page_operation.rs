//! What was changed on pages, step by step.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, WebsiteId};

/// One row of `page_operation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "page_operation")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: CollectionId,
    /// The revision of the draft that the step led to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// The open editor that made it; empty for the server itself.
    pub client: String,
    /// The client's own number of the step, unique with page and client.
    pub number: i64,
    /// Who made it.
    pub author: String,
    /// When, UTC milliseconds.
    pub made_on: i64,
    /// What kind of step it is, such as `edit` or `undo`.
    pub kind: String,
    /// The step that an undo or redo takes back, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// The operations as they were made.
    pub operations: Json,
    /// The operations that take them back.
    pub inverses: Json,
    /// What they did to sections, rows and blocks.
    pub changes: Json,
    /// What could not be kept.
    pub remarks: Json,
    /// The name somebody gave to the version.
    pub name: Option<String>,
    /// When visitors came to see this version, UTC milliseconds.
    pub published_on: Option<i64>,
    /// Who published it.
    pub published_by: Option<String>,
    /// The draft after the step, where it is kept.
    pub snapshot: Option<Json>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
