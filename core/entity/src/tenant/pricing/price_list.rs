//! Price lists for some customers.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{PriceListId, WebsiteId};
use stoa_kernel::pricing::PriceListAudience;

/// One row of `price_list`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "price_list")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PriceListId,
    /// Name shown to contributors.
    pub name: String,
    /// Whether it is active.
    pub enabled: bool,
    /// Start of its validity, UTC milliseconds.
    pub starts_on: Option<Timestamp>,
    /// End of its validity, UTC milliseconds.
    pub ends_on: Option<Timestamp>,
    /// Customers it applies to.
    pub audience: PriceListAudience,
    /// Discount on all prices, basis points; 0 for none.
    pub rate_basis_points: i64,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
