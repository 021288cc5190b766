use std::collections::BTreeMap;

use serde::Serialize;
use stoa_entity::tenant::{cart, cart_entry};
use stoa_kernel::id::{AssetId, CartEntryId, CartId, DiscountId, OrderId, ProductId, SiteUserId, VariantId, WebsiteId};
use stoa_kernel::money::Currency;
use stoa_kernel::{Actor, TenantCtx};

use crate::address::Address;
use crate::catalogue::ItemAnswer;
use crate::donations::CartDonation;
use crate::place::Place;
use crate::pricing::{AppliedDiscount, AppliedTax, ShippingChoice};
use crate::subscriptions::CartSubscription;
use crate::{CommerceError, columns};

/// Most pieces on one line.
pub const MAX_QUANTITY: i64 = 9_999;

/// A cart as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Cart {
    pub(crate) row: cart::Model,
    pub(crate) entries: Vec<cart_entry::Model>,
    pub(crate) shipping_address: Option<Address>,
    pub(crate) billing_address: Option<Address>,
    pub(crate) location: Option<Place>,
    pub(crate) coupon_ids: Vec<DiscountId>,
    /// What makes it begin a subscription.
    pub(crate) subscription: Option<CartSubscription>,
    /// What makes it give a donation.
    pub(crate) donation: Option<CartDonation>,
    /// Until when it can be bought, UTC milliseconds; none for the shopper's own cart.
    pub(crate) expires_on: Option<i64>,
}

impl Cart {
    pub(crate) fn new(row: cart::Model, entries: Vec<cart_entry::Model>) -> Result<Self, CommerceError> {
        let shipping_address = columns::read_optional("cart.shipping_address", row.shipping_address.as_ref())?;
        let billing_address = columns::read_optional("cart.billing_address", row.billing_address.as_ref())?;
        let location = columns::read_optional("cart.location", row.location.as_ref())?;
        let coupon_ids = columns::read("cart.coupon_ids", &row.coupon_ids)?;
        Ok(Self {
            row,
            entries,
            shipping_address,
            billing_address,
            location,
            coupon_ids,
            subscription: None,
            donation: None,
            expires_on: None,
        })
    }

    /// Whose it is. A cart of one line that was begun before signing in is theirs who hold its token.
    pub(crate) fn owner<'a>(&'a self, ctx: &'a TenantCtx) -> Option<&'a SiteUserId> {
        let caller = match ctx.actor() {
            Actor::SiteUser(id) if self.row.of_one_line == Some(true) => Some(id),
            _ => None,
        };
        self.row.site_user_id.as_ref().or(caller)
    }

    /// Whose address the bill carries, as far as it is known.
    pub(crate) fn billing(&self) -> Option<&Address> {
        let address = if self.row.billing_same { &self.shipping_address } else { &self.billing_address };
        address.as_ref()
    }
}

/// The cart as shoppers and templates see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CartView {
    /// Its id; none before anything was added.
    pub id: Option<CartId>,
    /// The site.
    pub website_id: WebsiteId,
    /// The order made of it; none before it is bought.
    pub order_id: Option<OrderId>,
    /// When it was made, UTC milliseconds.
    pub created: Option<i64>,
    /// Whether it was bought.
    pub is_purchased: bool,
    /// Its lines.
    pub entries: Vec<EntryView>,
    /// Ways of delivery to the location.
    pub shipping_options: Vec<ShippingChoice>,
    /// The one that was chosen.
    pub selected_shipping_option: Option<ShippingChoice>,
    /// Where it goes.
    pub shipping_location: Option<Address>,
    /// Taxes that are charged.
    pub applicable_tax_rules: Vec<AppliedTax>,
    /// Codes that were entered.
    pub coupons: Vec<CouponView>,
    /// Those that apply.
    pub valid_coupons: Vec<CouponView>,
    /// Those that do not, with the reason.
    pub invalid_coupons: Vec<CouponView>,
    /// All discounts that apply, by code or by themselves.
    pub discounts: Vec<AppliedDiscount>,
    /// Sum of the lines, minor units.
    pub subtotal_cents: i64,
    /// Tax, minor units; contained in the total when prices include it.
    pub tax_cents: i64,
    /// Delivery, minor units.
    pub shipping_cost_cents: i64,
    /// Taken off, minor units.
    pub discount_cents: i64,
    /// To pay, minor units.
    pub grand_total_cents: i64,
    /// Pieces over all lines.
    pub total_quantity: i64,
    /// Whether any line is a file.
    pub has_digital: bool,
    /// Whether all lines are files.
    pub purely_digital: bool,
    /// Whether any line is sent by post.
    pub requires_shipping: bool,
    /// Currency of the amounts.
    pub currency: Currency,
    /// Opens the checkout of this cart.
    pub cart_token: Option<String>,
    /// Smallest subtotal that can be checked out, minor units.
    pub minimum_subtotal_cents: i64,
    /// What shoppers of a shop in test mode are told; none in any other.
    pub test_notice: Option<String>,
}

/// A code that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CouponView {
    /// Its discount.
    pub id: DiscountId,
    /// The code as it is written.
    pub promo_code: String,
    /// Name of the discount.
    pub label: String,
    /// What it takes off, minor units; 0 while it does not apply.
    pub amount_cents: i64,
    /// Why it does not apply, for the shopper; none when it does.
    pub reason: Option<String>,
}

/// The variant of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChosenVariant {
    /// Its stock keeping unit.
    pub sku: String,
    /// Option name to value.
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
    /// Pieces.
    pub quantity: i64,
    /// The variant.
    pub chosen_variant: ChosenVariant,
    /// Name of the product.
    pub title: String,
    /// Price of all pieces, minor units.
    pub sub_total: i64,
    /// Price of one now, minor units.
    pub purchase_price_cents: i64,
    /// The variant's id.
    pub variant_id: VariantId,
    /// Address of its picture.
    pub image: Option<String>,
    /// The picture.
    #[serde(skip)]
    pub image_id: Option<AssetId>,
    /// The variant's values in the order of the selectors, such as `M / Blue`.
    #[serde(skip)]
    pub attributes_text: String,
    /// Address of the product.
    pub url: String,
    /// Number of its type.
    pub product_type: i32,
    /// Answers to the product's form, JSON text.
    pub additional_fields: Option<String>,
    /// The same, for people.
    pub answers: Vec<ItemAnswer>,
    /// How often it is paid, such as `every month`; none for what is bought a single time.
    pub subscription: Option<String>,
    /// Pieces left; none when they are not counted.
    pub qty_available: Option<i64>,
}
