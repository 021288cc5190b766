//! The cart as it is stored, and as shoppers and templates see it.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_address::Address;
use stoa_address::Place;
use stoa_entity::tenant::{cart, cart_entry};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CartEntryId, CartId, DiscountId, OrderId, ProductId, SiteUserId, VariantId, WebsiteId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::{Actor, Said, TenantCtx};

use crate::catalogue::ItemAnswer;
use crate::donations::CartDonation;
use crate::pricing::{AppliedDiscount, AppliedTax, ShippingChoice};
use crate::quotes::QuoteState;
use crate::subscriptions::CartSubscription;

/// Maximum quantity of a line.
pub const MAX_QUANTITY: i64 = 9_999;

/// A cart as stored.
#[derive(Clone, Debug)]
pub(crate) struct Cart {
    pub(crate) row: cart::Model,
    pub(crate) entries: Vec<cart_entry::Model>,
    pub(crate) shipping_address: Option<Address>,
    pub(crate) billing_address: Option<Address>,
    pub(crate) location: Option<Place>,
    pub(crate) coupon_ids: Vec<DiscountId>,
    /// Subscription that the cart starts.
    pub(crate) subscription: Option<CartSubscription>,
    /// Donation that the cart makes.
    pub(crate) donation: Option<CartDonation>,
    /// Expiry; `None` for the shopper's own cart.
    pub(crate) expires_on: Option<Timestamp>,
}

impl Cart {
    pub(crate) fn new(row: cart::Model, entries: Vec<cart_entry::Model>) -> Self {
        Self {
            shipping_address: row.shipping_address.clone().map(|address| address.0),
            billing_address: row.billing_address.clone().map(|address| address.0),
            location: row.location.clone().map(|place| place.0),
            coupon_ids: row.coupon_ids.0.clone(),
            row,
            entries,
            subscription: None,
            donation: None,
            expires_on: None,
        }
    }

    /// Account that owns the cart. A single-item cart that was started before sign-in belongs to the caller, who holds
    /// its token.
    pub(crate) fn owner<'a>(&'a self, ctx: &'a TenantCtx) -> Option<&'a SiteUserId> {
        let caller = match ctx.actor() {
            Actor::SiteUser(id) if self.row.of_one_line == Some(true) => Some(id),
            _ => None,
        };
        self.row.site_user_id.as_ref().or(caller)
    }

    /// Billing address, if known.
    pub(crate) fn billing(&self) -> Option<&Address> {
        let address = if self.row.billing_same { &self.shipping_address } else { &self.billing_address };
        address.as_ref()
    }
}

/// The cart as shoppers and templates see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CartView {
    /// Id; `None` before anything was added.
    pub id: Option<CartId>,
    /// The site.
    pub website_id: WebsiteId,
    /// The order placed from it; `None` before the purchase.
    pub order_id: Option<OrderId>,
    /// Creation time.
    pub created: Option<Timestamp>,
    /// Whether it was purchased.
    pub is_purchased: bool,
    /// Its lines.
    pub entries: Vec<EntryView>,
    /// Delivery options for the destination.
    pub shipping_options: Vec<ShippingChoice>,
    /// The chosen delivery option.
    pub selected_shipping_option: Option<ShippingChoice>,
    /// Destination.
    pub shipping_location: Option<Address>,
    /// Applied taxes.
    pub applicable_tax_rules: Vec<AppliedTax>,
    /// Discount codes that were entered.
    pub coupons: Vec<CouponView>,
    /// Codes that apply.
    pub valid_coupons: Vec<CouponView>,
    /// Codes that do not apply, with the reason.
    pub invalid_coupons: Vec<CouponView>,
    /// All discounts that apply, by code or automatically.
    pub discounts: Vec<AppliedDiscount>,
    /// Sum of the lines, minor units.
    pub subtotal_cents: Cents,
    /// Tax, minor units; included in the total when prices include tax.
    pub tax_cents: Cents,
    /// Delivery cost, minor units.
    pub shipping_cost_cents: Cents,
    /// Discount, minor units.
    pub discount_cents: Cents,
    /// Amount to pay, minor units.
    pub grand_total_cents: Cents,
    /// Total quantity of all lines.
    pub total_quantity: i64,
    /// Whether any line is digital.
    pub has_digital: bool,
    /// Whether all lines are digital.
    pub purely_digital: bool,
    /// Whether any line is shipped.
    pub requires_shipping: bool,
    /// Currency of the amounts.
    pub currency: Currency,
    /// Token of its checkout.
    pub cart_token: Option<String>,
    /// Minimum subtotal for checkout, minor units.
    pub minimum_subtotal_cents: Cents,
    /// Notice for shoppers while the shop is in test mode; `None` otherwise.
    pub test_notice: Option<String>,
    /// What was known of the answers of plugins.
    #[serde(skip)]
    pub quotes: QuoteState,
}

/// A discount code that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CouponView {
    /// Its discount.
    pub id: DiscountId,
    /// The code as stored.
    pub promo_code: String,
    /// Name of the discount.
    pub label: String,
    /// Amount of the discount, minor units; 0 while it does not apply.
    pub amount_cents: Cents,
    /// Why it does not apply, for the shopper; `None` when it applies.
    pub reason: Option<String>,
    /// What the reason says.
    #[serde(skip)]
    pub said: Option<Said>,
}

/// The variant of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChosenVariant {
    /// SKU.
    pub sku: String,
    /// Option values by option name.
    pub attributes: BTreeMap<String, String>,
}

/// A line of the cart as shoppers and templates see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// Its id.
    pub id: CartEntryId,
    /// The product.
    pub item_id: ProductId,
    /// Quantity.
    pub quantity: i64,
    /// The variant.
    pub chosen_variant: ChosenVariant,
    /// Name of the product.
    pub title: String,
    /// Price of the line, minor units.
    pub sub_total: Cents,
    /// Current unit price, minor units.
    pub purchase_price_cents: Cents,
    /// The variant's id.
    pub variant_id: VariantId,
    /// URL of the image.
    pub image: Option<String>,
    /// The image.
    #[serde(skip)]
    pub image_id: Option<AssetId>,
    /// The variant's option values in display order, such as `M / Blue`.
    #[serde(skip)]
    pub attributes_text: String,
    /// Path of the product.
    pub url: String,
    /// Code of the product type.
    pub product_type: i32,
    /// Answers to the product's form, JSON text.
    pub additional_fields: Option<String>,
    /// The answers with their labels, for display.
    pub answers: Vec<ItemAnswer>,
    /// Billing interval, such as `every month`; `None` for a one-time purchase.
    pub subscription: Option<String>,
    /// Quantity available; `None` when stock is not tracked.
    pub qty_available: Option<i64>,
}
