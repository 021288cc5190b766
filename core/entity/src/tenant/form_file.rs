//! Files that visitors send with forms.

use sea_orm::entity::prelude::*;
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
    /// SHA-256 of the submission key that it came with.
    pub form_key: String,
    /// The answer it belongs to; none before that is sent, and after it is removed.
    pub submission_id: Option<SubmissionId>,
    /// Name under which it is saved.
    pub filename: String,
    /// What it is, by its content.
    pub mime_type: String,
    /// Its size.
    pub bytes: i64,
    /// Where it lies in the blob store.
    pub blob_key: String,
    /// When it came, UTC milliseconds.
    pub created_on: i64,
    /// When it is thrown away, UTC milliseconds; none while its answer is kept.
    pub expires_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
