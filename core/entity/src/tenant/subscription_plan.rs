//! How products are bought again and again; a product has one plan at most.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{ProductId, SubscriptionPlanId, WebsiteId};

/// One row of `subscription_plan`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "subscription_plan")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SubscriptionPlanId,
    /// The product.
    pub product_id: ProductId,
    /// Units between two payments.
    pub period_value: i32,
    /// `WEEK`, `MONTH` or `YEAR`.
    pub period_unit: String,
    /// Number of payments; 0 means without end.
    pub billing_cycles: i32,
    /// Whether the product can also be bought a single time.
    pub sold_once: bool,
    /// What subscribers save against buying a single time, percent.
    pub percentage_discount: i32,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
