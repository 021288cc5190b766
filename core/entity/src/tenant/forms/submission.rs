//! Form submissions.

use sea_orm::entity::prelude::*;
use stoa_kernel::forms::{ContentSource, SubmissionFolder};
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
    /// Page of the form.
    pub page_id: String,
    /// Title of that page.
    pub page_title: String,
    /// List of field, kind, label and value.
    pub answers: Json,
    /// Submission time, UTC milliseconds.
    pub created_on: i64,
    /// Its folder.
    pub folder: SubmissionFolder,
    /// Whether a contributor marked it.
    pub starred: bool,
    /// When a contributor first opened it, UTC milliseconds.
    pub read_on: Option<i64>,
    /// Path of that page.
    pub page_path: String,
    /// Kind of that page.
    pub content_source: ContentSource,
    /// Whether a captcha was solved for it.
    pub captcha: bool,
    /// Reasons for spam, as text, separated by line breaks; empty if not suspected.
    pub spam_signs: String,
    /// Search text of the visitor's input, lower case, without passwords.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
