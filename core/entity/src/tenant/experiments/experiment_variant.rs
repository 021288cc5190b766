//! Variants of experiments.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, ExperimentId, WebsiteId};

/// One row of `experiment_variant`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "experiment_variant")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The experiment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub experiment_id: ExperimentId,
    /// Its place; the first one, 0, is the original.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    /// Name, unique in the experiment.
    pub name: String,
    /// Its share of the visitors, in percent.
    pub weight: i32,
    /// The page whose draft is its content, or the one with the element.
    pub source_page_id: Option<CollectionId>,
    /// What it shows (`site::experiments::VariantContent`); JSON, because documents are read by rules of their own. None
    /// for the original, and for content of a page before the start.
    pub content: Option<Json>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
