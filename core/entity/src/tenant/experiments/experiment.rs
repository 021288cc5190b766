//! Experiments.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::experiment::{ExperimentGoal, ExperimentStatus, ExperimentTarget};
use stoa_kernel::id::{CollectionId, ExperimentId, WebsiteId};

/// One row of `experiment`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "experiment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ExperimentId,
    /// Name, unique on the site; part of the query parameter that chooses a variant.
    pub name: String,
    /// Whether it runs.
    pub status: ExperimentStatus,
    /// What its variants change.
    pub target: ExperimentTarget,
    /// The page; none for settings of the theme.
    pub page_id: Option<CollectionId>,
    /// Id of the section or block in the page; the folder name of the theme for settings of the theme.
    pub element_id: Option<String>,
    /// Path of the text in the settings of the block, such as `items/0/title`.
    pub setting: Option<String>,
    /// What visitors should do.
    pub goal: ExperimentGoal,
    /// What the goal is about: the path of a page, the id of a form, the text of a button; empty for any.
    pub goal_value: String,
    /// The variant that was chosen at its end.
    pub winner: Option<String>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
    /// When it was started.
    pub started_on: Option<Timestamp>,
    /// When it ended.
    pub ended_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
