//! Mailing lists.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{MailingListId, WebsiteId};

use crate::json_column::JsonOf;

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
    /// Name, unique in the site.
    pub name: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// List of previous names; pages may still refer to them.
    pub former_names: JsonOf<Vec<String>>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
