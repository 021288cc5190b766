//! Form submissions.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::forms::{ContentSource, SubmissionFolder};
use stoa_kernel::id::{SubmissionId, WebsiteId};

use crate::json_column::JsonOf;

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
    /// The submitted values.
    pub answers: JsonOf<Vec<Answer>>,
    /// Submission time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Its folder.
    pub folder: SubmissionFolder,
    /// Whether a contributor marked it.
    pub starred: bool,
    /// When a contributor first opened it, UTC milliseconds.
    pub read_on: Option<Timestamp>,
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
    /// When its events were emitted, UTC milliseconds; none while it is nothing but suspected spam.
    pub told_on: Option<Timestamp>,
}

/// The submitted value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Key of the field; empty for submissions from before it was stored.
    #[serde(default)]
    pub field: String,
    /// Kind of the field; empty for submissions from before it was stored.
    #[serde(default)]
    pub kind: String,
    /// Label of the field.
    pub label: String,
    /// Displayed value: addresses and scales on several lines, `N/A` when there is none.
    pub value: String,
    /// The selected options; empty for other kinds of fields, and for submissions from before they were stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
