//! Shopping carts. A cart that was bought never changes again.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CartId, OrderId, SiteUserId, WebsiteId};

/// One row of `cart`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "cart")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CartId,
    /// SHA-256 of the token in the shopper's cookie.
    pub token_hash: String,
    /// Hash of the token of the browser that buys it beside its cart; none for a shopper's cart, and for older ones.
    pub buyer_hash: Option<String>,
    /// Opens the checkout of this cart.
    pub checkout_token: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Address given at checkout; empty before.
    pub email: String,
    /// Whether marketing mail was agreed to.
    pub mail_consent: bool,
    /// Where it goes.
    pub shipping_address: Option<Json>,
    /// Who pays, when it is not the same.
    pub billing_address: Option<Json>,
    /// Whether the billing address is the shipping address.
    pub billing_same: bool,
    /// Whether its address is to be kept in the account of who buys it; none when nobody said.
    pub keeps_address: Option<bool>,
    /// Chosen way of delivery, or place to pick it up at.
    pub shipping_option_id: Option<String>,
    /// Name of who picks it up; none when nobody said.
    pub collector: Option<String>,
    /// Ids of the discounts whose codes were entered, in order.
    pub coupon_ids: Json,
    /// Place it goes to as far as it is known, before the address is.
    pub location: Option<Json>,
    /// BCP 47 tag of the language that was read at the checkout; none when nobody said.
    pub language: Option<String>,
    /// Whose it is, when signed in.
    pub site_user_id: Option<SiteUserId>,
    /// The order made of it.
    pub order_id: Option<OrderId>,
    /// Whether the order was paid.
    pub is_purchased: bool,
    /// Whether it is one of those of one line that are bought beside the shopper's cart; none when nobody noted it.
    pub of_one_line: Option<bool>,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
