//! Donation settings of products.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductId, WebsiteId};
use stoa_kernel::money::Cents;

use crate::json_column::JsonOf;

/// One row of `donation_terms`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "donation_terms")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The product.
    #[sea_orm(primary_key, auto_increment = false)]
    pub product_id: ProductId,
    /// Suggested amounts, in order, minor units.
    pub suggested: JsonOf<Vec<Cents>>,
    /// Whether donors can enter another amount.
    pub takes_other: bool,
    /// Minimum amount, minor units.
    pub least_cents: Cents,
    /// Maximum amount, minor units.
    pub most_cents: Cents,
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
