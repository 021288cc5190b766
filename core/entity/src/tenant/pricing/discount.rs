//! Discounts, by code or automatic.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{DiscountId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use crate::json_column::JsonOf;

/// One row of `discount`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "discount")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DiscountId,
    /// Name shown to shoppers and contributors.
    pub label: String,
    /// The code as entered; none for automatic discounts.
    pub code: Option<String>,
    /// The code in capitals, unique in the site.
    pub code_key: Option<String>,
    /// Kind of reduction.
    pub kind: DiscountKind,
    /// Percentage in basis points, for `percent`.
    pub rate_basis_points: i64,
    /// Amount, minor units, for `amount`.
    pub amount_cents: Cents,
    /// What it applies to.
    pub applies_to: DiscountScope,
    /// List of ids of those products or categories.
    pub target_ids: JsonOf<Vec<String>>,
    /// Minimum subtotal, minor units; 0 for none.
    pub minimum_subtotal_cents: Cents,
    /// Start of its validity, UTC milliseconds.
    pub starts_on: Option<Timestamp>,
    /// End of its validity, UTC milliseconds.
    pub ends_on: Option<Timestamp>,
    /// Maximum number of uses by orders.
    pub usage_limit: Option<i64>,
    /// Whether each customer may use it only once.
    pub once_per_customer: bool,
    /// Whether it is limited to the customers it names.
    pub for_named_customers: bool,
    /// Number of orders that used it, counted while there is a limit.
    pub used_count: i64,
    /// Whether it is active.
    pub enabled: bool,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
    /// Search text, folded (`stoa_kernel::search`).
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
