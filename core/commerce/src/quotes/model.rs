//! Questions to plugins about delivery, taxes and discounts, and their answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stoa_address::Place;
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::pricing::QuoteKind;

use crate::catalogue::ProductType;

/// A plugin of the site that answers questions of a kind, with its present build and settings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuoteSource {
    /// What it is asked for.
    pub kind: QuoteKind,
    /// Publisher and name.
    pub plugin: String,
    /// Display name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its component, in hex.
    pub digest: String,
    /// SHA-256 of its settings on the site, in hex.
    pub settings: String,
}

/// All pieces of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedLine {
    /// Reference of the line in pricing: the id of the variant.
    pub reference: String,
    /// The product.
    pub product_id: String,
    /// SKU of the variant.
    pub sku: String,
    /// Title of the product, as the owner wrote it.
    pub title: String,
    /// Type of the product; none for donations.
    #[serde(serialize_with = "code_of")]
    pub kind: Option<ProductType>,
    /// Number of pieces.
    pub quantity: i64,
    /// Price of one piece, minor units.
    pub unit_price_cents: Cents,
    /// Price of all pieces, minor units.
    pub total_cents: Cents,
    /// Weight of one piece, grams.
    pub weight_grams: i64,
    /// Whether it is shipped.
    pub is_shipped: bool,
    /// Whether it is taxed.
    pub is_taxable: bool,
    /// Whether discounts may lower its price.
    pub is_discountable: bool,
    /// Tags of the product.
    pub tags: Vec<String>,
    /// Address words of its categories.
    pub categories: Vec<String>,
}

fn code_of<S: serde::Serializer>(kind: &Option<ProductType>, serializer: S) -> Result<S::Ok, S::Error> {
    kind.map(|kind| format!("{kind:?}")).serialize(serializer)
}

/// A cart as plugins are told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedCart {
    /// Currency of all amounts.
    pub currency: Currency,
    /// Its lines.
    pub lines: Vec<QuotedLine>,
    /// Sum of the lines before discounts, minor units.
    pub subtotal_cents: Cents,
    /// Whether prices include tax.
    pub prices_include_tax: bool,
    /// Whether the buyer is signed in.
    pub is_signed_in: bool,
    /// The buyer's tax number, if the checkout asks for it.
    pub tax_id: Option<String>,
}

/// The chosen delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedDelivery {
    /// Id of the shop's option.
    pub id: String,
    /// Its name, as the owner wrote it.
    pub label: String,
    /// Whether the order is picked up.
    pub is_pickup: bool,
}

/// A checkout as plugins with questions are told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedCheckout {
    /// The cart before discounts, without the buyer's tax number.
    pub cart: QuotedCart,
    /// The destination, if known.
    pub place: Option<Place>,
    /// The chosen delivery, if any.
    pub delivery: Option<QuotedDelivery>,
}

/// A question about a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum QuoteQuestion {
    /// Which delivery options it has.
    Shipping {
        /// The cart.
        cart: QuotedCart,
        /// The destination.
        place: Place,
    },
    /// Which taxes are due.
    Taxes {
        /// The cart, after discounts.
        cart: QuotedCart,
        /// Price of the delivery, minor units; none without one.
        shipping_cents: Option<Cents>,
        /// The destination.
        place: Place,
    },
    /// Which discounts it gets.
    Discounts {
        /// The cart.
        cart: QuotedCart,
    },
    /// What its checkout asks.
    Questions {
        /// The checkout.
        checkout: QuotedCheckout,
    },
    /// Which answers of the shopper are refused.
    Answers {
        /// The checkout.
        checkout: QuotedCheckout,
        /// Answers by the id of the question.
        answers: BTreeMap<String, String>,
    },
}

/// A question to which no fresh answer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// The plugin.
    pub source: QuoteSource,
    /// The question.
    pub question: QuoteQuestion,
    /// Language tag of the shopper.
    pub language: String,
    /// SHA-256 of all this, in hex.
    pub(super) id: String,
}

impl OpenQuestion {
    pub(super) fn new(source: QuoteSource, question: QuoteQuestion, language: &str) -> Self {
        let said = serde_json::json!([source.plugin, source.digest, source.settings, language, question]);
        let id = hex::encode(Sha256::digest(said.to_string().as_bytes()));
        Self { source, question, language: language.to_owned(), id }
    }
}

/// A delivery option of a plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedRate {
    /// Its name within the answer.
    pub code: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: Cents,
    /// Days until it arrives, at least.
    pub min_days: Option<u16>,
    /// Days until it arrives, at most.
    pub max_days: Option<u16>,
}

/// A tax that a plugin names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedTax {
    /// Name on the invoice.
    pub name: String,
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// References of the lines it applies to.
    pub lines: Vec<String>,
    /// Whether it applies to delivery.
    pub on_shipping: bool,
}

/// A discount that a plugin gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedDiscount {
    /// Name shown to shoppers.
    pub label: String,
    /// References of the lines it lowers; empty for the whole order.
    pub lines: Vec<String>,
    /// Amount taken off, minor units.
    pub amount_cents: Cents,
}

/// A choice of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedChoice {
    /// What the plugin gets when it is chosen; the same in every language.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// A question of the checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedField {
    /// Its name among those of the plugin; the same in every language.
    pub id: String,
    /// Type of the answer.
    pub kind: CheckoutFieldKind,
    /// The question.
    pub label: String,
    /// What helps to answer it; may be empty.
    pub help: String,
    /// Whether an answer is required.
    pub required: bool,
    /// What can be chosen.
    pub choices: Vec<QuotedChoice>,
}

/// An answer that a plugin refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedRefusal {
    /// Id of the question.
    pub question: String,
    /// The reason, for the shopper.
    pub message: String,
}

/// What a plugin said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum QuoteAnswer {
    /// The delivery options.
    Shipping(Vec<QuotedRate>),
    /// The taxes.
    Taxes(Vec<QuotedTax>),
    /// The discounts.
    Discounts(Vec<QuotedDiscount>),
    /// The questions of the checkout.
    Questions(Vec<QuotedField>),
    /// The refused answers.
    Refusals(Vec<QuotedRefusal>),
}

/// There is no answer; the text is for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteFailure {
    /// The plugin was asked in vain.
    #[error("the plugin gave no answer: {0}")]
    InVain(String),
    /// The plugin was not asked, since the server is too busy or something has changed meanwhile.
    #[error("the plugin was not asked: {0}")]
    NotAsked(String),
}
