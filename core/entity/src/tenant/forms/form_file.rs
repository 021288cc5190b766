//! Files that visitors upload with forms.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{FormFileId, SubmissionId, WebsiteId};

/// One row of `form_file`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "form_file")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: FormFileId,
    /// Block id of the form.
    pub form_id: String,
    /// Key of the field.
    pub field: String,
    /// SHA-256 of the submission key it was uploaded with; empty until it is complete.
    pub form_key: String,
    /// The form submission it belongs to; none before it is submitted, and after it is deleted.
    pub submission_id: Option<SubmissionId>,
    /// File name for downloads.
    pub filename: String,
    /// Media type, detected from the content.
    pub mime_type: String,
    /// Its size; 0 until it is complete.
    pub bytes: i64,
    /// Its key in the blob store.
    pub blob_key: String,
    /// Upload time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it is deleted, UTC milliseconds; none while its submission exists.
    pub expires_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
