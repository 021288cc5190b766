//! The cart in responses.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_commerce::cart::{CartView, CouponView, EntryView};
use stoa_commerce::catalogue::ItemAnswer;
use stoa_commerce::pricing::{AppliedDiscount, AppliedTax, ShippingChoice};
use utoipa::ToSchema;

use super::address::AddressBody;

/// The shopping cart. Amounts are in minor units of its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cart)]
pub struct CartOut {
    /// None before the first item was added.
    id: Option<String>,
    website_id: String,
    /// The order placed from it, if any.
    order_id: Option<String>,
    /// Creation time, UTC milliseconds.
    created: Option<i64>,
    is_purchased: bool,
    entries: Vec<CartEntryOut>,
    /// Shipping options for the location.
    shipping_options: Vec<ShippingOptionOut>,
    selected_shipping_option: Option<ShippingOptionOut>,
    shipping_location: Option<AddressBody>,
    applicable_tax_rules: Vec<TaxRuleOut>,
    /// Discount codes that were entered.
    coupons: Vec<CouponOut>,
    /// Codes that apply.
    valid_coupons: Vec<CouponOut>,
    /// Codes that do not apply, with the reason.
    invalid_coupons: Vec<CouponOut>,
    /// All discounts that apply, with or without a code.
    discounts: Vec<AppliedDiscountOut>,
    subtotal_cents: i64,
    /// Included in the total when prices include tax.
    tax_cents: i64,
    shipping_cost_cents: i64,
    discount_cents: i64,
    grand_total_cents: i64,
    /// Sum of the quantities of all lines.
    total_quantity: i64,
    has_digital: bool,
    purely_digital: bool,
    requires_shipping: bool,
    /// ISO 4217 code.
    currency: String,
    /// Token of the checkout of this cart.
    cart_token: Option<String>,
    /// Smallest subtotal for a checkout; 0 for none.
    minimum_subtotal_cents: i64,
    /// Notice to customers of a shop in test mode; none otherwise.
    test_notice: Option<String>,
}

/// A line of the cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CartEntry)]
pub struct CartEntryOut {
    id: String,
    /// The product.
    item_id: String,
    quantity: i64,
    chosen_variant: ChosenVariantOut,
    title: String,
    /// The chosen options in the order of the product, as one text.
    attributes_text: String,
    /// Unit price times quantity, minor units.
    sub_total: i64,
    /// Current unit price, minor units.
    purchase_price_cents: i64,
    variant_id: String,
    /// URL of its image.
    image: Option<String>,
    /// URL of the product.
    url: String,
    product_type: i32,
    /// Values of the product's form, as JSON text.
    additional_fields: Option<String>,
    /// The same, with labels.
    answers: Vec<ItemAnswerOut>,
    /// Billing interval, such as `every month`; none for a single purchase.
    subscription: Option<String>,
    /// Units in stock; none when stock is not tracked.
    qty_available: Option<i64>,
}

/// A value of a product's form, with its label.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ItemAnswer)]
pub struct ItemAnswerOut {
    label: String,
    value: String,
}

impl From<ItemAnswer> for ItemAnswerOut {
    fn from(answer: ItemAnswer) -> Self {
        Self { label: answer.label, value: answer.value }
    }
}

/// The variant of a line.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChosenVariant)]
pub struct ChosenVariantOut {
    sku: String,
    /// Option name to value.
    attributes: BTreeMap<String, String>,
}

/// A shipping option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShippingOption)]
pub struct ShippingOptionOut {
    id: String,
    label: String,
    price_cents: i64,
}

/// A tax in the total.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxRule)]
pub struct TaxRuleOut {
    label: String,
    /// Rate in basis points: 700 is 7 %.
    rate_basis_points: i64,
    /// Whether prices include it.
    inclusive: bool,
    /// Amount, minor units.
    amount_cents: i64,
}

/// A discount code that was entered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Coupon)]
pub struct CouponOut {
    id: String,
    promo_code: String,
    /// Name of the discount.
    label: String,
    /// Amount of the discount, minor units; 0 while it does not apply.
    amount_cents: i64,
    /// Why it does not apply; none when it does.
    reason: Option<String>,
}

/// A discount that applies, with its amount.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AppliedDiscount)]
pub struct AppliedDiscountOut {
    id: String,
    label: String,
    /// The code that was entered; none for an automatic discount.
    code: Option<String>,
    /// Amount of the discount, minor units.
    amount_cents: i64,
    /// Whether it is free shipping. The shipping price is then reduced instead, and the amount is not part of the
    /// discount total.
    free_shipping: bool,
}

impl From<CouponView> for CouponOut {
    fn from(coupon: CouponView) -> Self {
        Self {
            id: coupon.id.into(),
            promo_code: coupon.promo_code,
            label: coupon.label,
            amount_cents: coupon.amount_cents.0,
            reason: coupon.reason,
        }
    }
}

impl From<AppliedDiscount> for AppliedDiscountOut {
    fn from(discount: AppliedDiscount) -> Self {
        Self {
            id: discount.id,
            label: discount.label,
            code: discount.code,
            amount_cents: discount.amount_cents.0,
            free_shipping: discount.free_shipping,
        }
    }
}

impl From<ShippingChoice> for ShippingOptionOut {
    fn from(choice: ShippingChoice) -> Self {
        Self { id: choice.id, label: choice.label, price_cents: choice.price_cents.0 }
    }
}

impl From<AppliedTax> for TaxRuleOut {
    fn from(tax: AppliedTax) -> Self {
        Self {
            label: tax.label,
            rate_basis_points: tax.rate_basis_points,
            inclusive: tax.inclusive,
            amount_cents: tax.amount_cents.0,
        }
    }
}

impl From<EntryView> for CartEntryOut {
    fn from(entry: EntryView) -> Self {
        let variant = entry.chosen_variant;
        Self {
            id: entry.id.into(),
            item_id: entry.item_id.into(),
            quantity: entry.quantity,
            chosen_variant: ChosenVariantOut { sku: variant.sku, attributes: variant.attributes },
            title: entry.title,
            attributes_text: entry.attributes_text,
            sub_total: entry.sub_total.0,
            purchase_price_cents: entry.purchase_price_cents.0,
            variant_id: entry.variant_id.into(),
            image: entry.image,
            url: entry.url,
            product_type: entry.product_type,
            additional_fields: entry.additional_fields,
            answers: entry.answers.into_iter().map(ItemAnswerOut::from).collect(),
            subscription: entry.subscription,
            qty_available: entry.qty_available,
        }
    }
}

impl From<CartView> for CartOut {
    fn from(cart: CartView) -> Self {
        Self {
            id: cart.id.map(String::from),
            website_id: cart.website_id.into(),
            order_id: cart.order_id.map(String::from),
            created: cart.created.map(|time| time.ms()),
            is_purchased: cart.is_purchased,
            entries: cart.entries.into_iter().map(CartEntryOut::from).collect(),
            shipping_options: cart.shipping_options.into_iter().map(ShippingOptionOut::from).collect(),
            selected_shipping_option: cart.selected_shipping_option.map(ShippingOptionOut::from),
            shipping_location: cart.shipping_location.map(AddressBody::from),
            applicable_tax_rules: cart.applicable_tax_rules.into_iter().map(TaxRuleOut::from).collect(),
            coupons: cart.coupons.into_iter().map(CouponOut::from).collect(),
            valid_coupons: cart.valid_coupons.into_iter().map(CouponOut::from).collect(),
            invalid_coupons: cart.invalid_coupons.into_iter().map(CouponOut::from).collect(),
            discounts: cart.discounts.into_iter().map(AppliedDiscountOut::from).collect(),
            subtotal_cents: cart.subtotal_cents.0,
            tax_cents: cart.tax_cents.0,
            shipping_cost_cents: cart.shipping_cost_cents.0,
            discount_cents: cart.discount_cents.0,
            grand_total_cents: cart.grand_total_cents.0,
            total_quantity: cart.total_quantity,
            has_digital: cart.has_digital,
            purely_digital: cart.purely_digital,
            requires_shipping: cart.requires_shipping,
            currency: cart.currency.code().to_owned(),
            cart_token: cart.cart_token,
            minimum_subtotal_cents: cart.minimum_subtotal_cents.0,
            test_notice: cart.test_notice,
        }
    }
}
