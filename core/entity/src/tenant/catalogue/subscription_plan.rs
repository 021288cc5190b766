//! Subscription plans of products; a product has at most one.

use sea_orm::entity::prelude::*;
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::clock::Timestamp;
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
    /// Number of units between two payments.
    pub period_value: i32,
    /// The unit.
    pub period_unit: PeriodUnit,
    /// Number of payments; 0 means unlimited.
    pub billing_cycles: i32,
    /// Whether the product is also sold as a one-time purchase.
    pub sold_once: bool,
    /// Discount compared with a one-time purchase, percent.
    pub percentage_discount: i32,
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
