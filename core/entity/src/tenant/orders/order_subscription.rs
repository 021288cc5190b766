//! Subscription plans of orders that started a subscription, as of the purchase.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::id::{OrderId, SubscriptionPlanId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `order_subscription`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_subscription")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order of the first payment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// The plan.
    pub plan: JsonOf<StoredPlan>,
}

/// A subscription plan as the shopper saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredPlan {
    /// Its id.
    pub id: SubscriptionPlanId,
    /// The time between two payments.
    pub billing_period: BillingPeriod,
    /// Number of payments; 0 for unlimited.
    pub num_billing_cycles: i32,
    /// Whether the product was also sold as a one-time purchase.
    pub sold_once: bool,
    /// Subscriber discount on the one-time price, percent.
    pub percentage_discount: i32,
    /// Revision of the plan.
    pub revision: i64,
}

/// The time between two payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingPeriod {
    /// Number of units, from 1.
    pub value: i32,
    /// The unit.
    pub unit: PeriodUnit,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
