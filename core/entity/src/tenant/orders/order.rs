//! Orders.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CartId, OrderId, SiteUserId, WebsiteId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};

/// One row of `orders`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "orders")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OrderId,
    /// Order number, from 1 within the site.
    pub number: i64,
    /// The cart it was placed from; one order for each cart.
    pub cart_id: CartId,
    /// The customer's e-mail address.
    pub email: String,
    /// The customer's name.
    pub customer_name: String,
    /// The customer's account, when signed in.
    pub site_user_id: Option<SiteUserId>,
    /// ISO 4217 code.
    pub currency: String,
    /// Sum of the lines, minor units.
    pub subtotal_cents: i64,
    /// Discount, minor units.
    pub discount_cents: i64,
    /// Shipping, minor units.
    pub shipping_cents: i64,
    /// Tax, minor units; part of the total when prices include it.
    pub tax_cents: i64,
    /// Total, minor units.
    pub grand_total_cents: i64,
    /// Payment status.
    pub payment_status: OrderPaymentStatus,
    /// Fulfilment status.
    pub fulfillment_status: FulfillmentStatus,
    /// Whether its quantities are deducted from stock.
    pub stock_held: bool,
    /// Until when stock is reserved for an unpaid order, UTC milliseconds.
    pub hold_expires_on: Option<i64>,
    /// Shipping address.
    pub shipping_address: Option<Json>,
    /// Billing address.
    pub billing_address: Option<Json>,
    /// Chosen delivery method with its price.
    pub shipping_option: Option<Json>,
    /// Inputs and rule version from which the totals can be recalculated.
    pub pricing: Json,
    /// Token of the confirmation and status pages.
    pub auth_code: String,
    /// Whether it is a test order, without real money.
    pub test_mode: bool,
    /// Whether its files, codes and lessons have been delivered; none when not recorded.
    pub hands_out: Option<bool>,
    /// Note of the customer.
    pub note: String,
    /// Search text: e-mail address, name and products, lower case.
    pub search: String,
    /// When it was placed, UTC milliseconds.
    pub created_on: i64,
    /// When it was paid, UTC milliseconds.
    pub paid_on: Option<i64>,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
