//! Saved addresses of site users.

use sea_orm::entity::prelude::*;
use stoa_address::Address;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteUserAddressId, SiteUserId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `site_user_address`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_user_address")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SiteUserAddressId,
    /// Its owner.
    pub site_user_id: SiteUserId,
    /// The address.
    pub address: JsonOf<Address>,
    /// Whether it is the default at checkout; at most one for each account.
    pub is_default: bool,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
