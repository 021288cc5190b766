//! What is taken off prices, by code or automatically.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{DiscountId, WebsiteId};

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
    /// The code as it is written; none when it applies by itself.
    pub code: Option<String>,
    /// The code in capitals, unique in the site.
    pub code_key: Option<String>,
    /// `percent`, `amount` or `free-shipping`.
    pub kind: String,
    /// What is taken off in basis points, for `percent`.
    pub rate_basis_points: i64,
    /// What is taken off, minor units, for `amount`.
    pub amount_cents: i64,
    /// `order`, `products` or `categories`.
    pub applies_to: String,
    /// List of ids of those products or categories.
    pub target_ids: Json,
    /// Subtotal it needs, minor units; 0 for none.
    pub minimum_subtotal_cents: i64,
    /// From when it applies, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// Until when it applies, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// How many orders may use it.
    pub usage_limit: Option<i64>,
    /// Whether each customer may use it once only.
    pub once_per_customer: bool,
    /// Whether only the customers that it names get it.
    pub for_named_customers: bool,
    /// Orders that used it, kept while there is a limit.
    pub used_count: i64,
    /// Whether it applies at all.
    pub enabled: bool,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
    /// What it is found by, without case and accents (`stoa_kernel::search`).
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
