//! Answers to forms.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{SubmissionId, WebsiteId};

/// One row of `submission`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "submission")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SubmissionId,
    /// Block id of the form.
    pub form_id: String,
    /// Page it stood on.
    pub page_id: String,
    /// Title of that page.
    pub page_title: String,
    /// List of label and value.
    pub answers: Json,
    /// When, UTC milliseconds.
    pub created_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
