//! Lists of those who want news.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{MailingListId, WebsiteId};

/// One row of `mailing_list`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "mailing_list")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MailingListId,
    /// What it is called; no two lists of a site are called alike.
    pub name: String,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// List of what it was called before; pages may still name it so.
    pub former_names: Json,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
