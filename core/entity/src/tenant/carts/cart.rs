//! Shopping carts. A purchased cart never changes again.

use sea_orm::entity::prelude::*;
use stoa_address::{Address, Place};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, DiscountId, OrderId, SiteUserId, WebsiteId};

use crate::json_column::JsonOf;

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
    /// Hash of the token of the browser that buys it separately from its cart ("buy now"); none for regular carts, and
    /// for older ones.
    pub buyer_hash: Option<String>,
    /// Token of the checkout of this cart.
    pub checkout_token: String,
    /// ISO 4217 code.
    pub currency: String,
    /// E-mail address given at checkout; empty before.
    pub email: String,
    /// Whether the customer consented to marketing e-mail.
    pub mail_consent: bool,
    /// Shipping address.
    pub shipping_address: Option<JsonOf<Address>>,
    /// Billing address, if different.
    pub billing_address: Option<JsonOf<Address>>,
    /// Whether the billing address is the shipping address.
    pub billing_same: bool,
    /// Whether the address is to be saved in the buyer's account; none when not chosen.
    pub keeps_address: Option<bool>,
    /// Chosen delivery method or pickup location.
    pub shipping_option_id: Option<String>,
    /// Name of the person who picks it up; none when not given.
    pub collector: Option<String>,
    /// Ids of the discounts whose codes were entered, in order.
    pub coupon_ids: JsonOf<Vec<DiscountId>>,
    /// Destination as far as it is known before the address is.
    pub location: Option<JsonOf<Place>>,
    /// BCP 47 tag of the checkout's language; none when unknown.
    pub language: Option<String>,
    /// Account of the signed-in owner.
    pub site_user_id: Option<SiteUserId>,
    /// The order placed from it.
    pub order_id: Option<OrderId>,
    /// Whether the order was paid.
    pub is_purchased: bool,
    /// Whether it is a single-item cart that is bought separately from the shopper's cart; none when not recorded.
    pub of_one_line: Option<bool>,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
