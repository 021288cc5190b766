//! Edit history of pages, one row for each step.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::StepKind;
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
    /// The draft revision after the step.
    #[sea_orm(primary_key, auto_increment = false)]
    pub seq: i64,
    /// Id of the editor session that made it; empty for the server itself.
    pub client: String,
    /// The client's own number of the step, unique with page and client.
    pub number: i64,
    /// Its author.
    pub author: String,
    /// Time, UTC milliseconds.
    pub made_on: Timestamp,
    /// Kind of step.
    pub kind: StepKind,
    /// The step that an undo or redo reverts, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// The operations of the step; JSON of `stoa_document::edit`, read where a step is undone, merged or shown.
    pub operations: Json,
    /// The inverse operations, likewise.
    pub inverses: Json,
    /// Summary of the effects on sections, rows and blocks, likewise.
    pub changes: Json,
    /// Parts of the step that could not be applied, likewise.
    pub remarks: Json,
    /// Name given to the version.
    pub name: Option<String>,
    /// When this version was published, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// The account that published it.
    pub published_by: Option<String>,
    /// The draft after the step, where it is stored; JSON of `stoa_document`.
    pub snapshot: Option<Json>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
