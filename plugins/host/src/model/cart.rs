//! Carts as plugins are told about them.

use serde::{Deserialize, Serialize};

use super::Money;

/// What a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CartProductKind {
    /// It is shipped or picked up.
    Physical,
    /// A file.
    Digital,
    /// A service.
    Service,
    /// A gift card.
    GiftCard,
    /// A donation.
    Donation,
    /// Anything else.
    Other,
}

/// All pieces of a variant in a cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartLine {
    /// Id given by the caller; names the line in answers.
    pub id: String,
    /// Id of the product.
    pub product_id: String,
    /// SKU of the variant.
    pub sku: String,
    /// Title of the product.
    pub title: String,
    /// What the product is.
    pub kind: CartProductKind,
    /// Number of pieces.
    pub quantity: u32,
    /// Price of one piece.
    pub unit_price: Money,
    /// Price of all pieces.
    pub total: Money,
    /// Weight of one piece, grams; 0 if unknown.
    pub weight_grams: u32,
    /// Whether it is shipped.
    pub shipped: bool,
    /// Whether it is taxed.
    pub taxable: bool,
    /// Whether discounts may lower its price.
    pub discountable: bool,
    /// Tags of the product.
    pub tags: Vec<String>,
    /// Address words of its categories.
    pub categories: Vec<String>,
}

/// A destination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartPlace {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// State, province or prefecture; empty if unknown.
    pub region: String,
    /// Postal code; empty if unknown.
    pub postal_code: String,
}

/// A cart as plugins are told about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedCart {
    /// Its lines.
    pub lines: Vec<CartLine>,
    /// Sum of the lines before discounts.
    pub subtotal: Money,
    /// Whether prices include tax.
    pub prices_include_tax: bool,
    /// Whether the buyer is signed in.
    pub signed_in: bool,
    /// The buyer's tax number, if asked for.
    pub tax_id: Option<String>,
}

/// A delivery option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingRate {
    /// Its name within the answer.
    pub code: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price.
    pub price: Money,
    /// Days until it arrives, at least.
    pub min_days: Option<u16>,
    /// Days until it arrives, at most.
    pub max_days: Option<u16>,
}

/// A tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartTax {
    /// Name on the invoice.
    pub name: String,
    /// 700 is 7 %.
    pub rate_basis_points: u32,
    /// Ids of the lines it applies to.
    pub lines: Vec<String>,
    /// Whether it applies to delivery.
    pub on_shipping: bool,
}

/// A discount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartDiscount {
    /// Name shown to shoppers.
    pub label: String,
    /// Ids of the lines it lowers; empty for the whole order.
    pub lines: Vec<String>,
    /// Amount taken off.
    pub amount: Money,
}
