//! Single-use keys for form submissions.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `form_key`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "form_key")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// SHA-256 of the key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
    /// SHA-256 of the CSRF token of the browser that requested it.
    pub browser: String,
    /// When a captcha was solved for it, UTC milliseconds; none before.
    pub captcha_solved_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
