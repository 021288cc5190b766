use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Currency, Money};

use crate::catalogue::{CatalogueItem, ProductType};
use crate::settings::StoreSettings;

/// Where a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentMarket {
    /// The merchant's country, ISO 3166 code of two letters.
    pub country: String,
    /// The shopper's language, BCP 47 tag.
    pub language: String,
    /// In which the shop sells.
    pub currency: Currency,
}

/// An item that decides whether a message shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentItem {
    /// The product's id.
    pub reference: String,
    /// Price of one, minor units.
    pub unit_price_cents: i64,
    /// Pieces.
    pub quantity: i64,
    /// Tags of the product.
    pub tags: Vec<String>,
    /// Goods that are sent.
    pub is_physical: bool,
    /// Bought again and again.
    pub is_subscription: bool,
}

impl InstallmentItem {
    /// Pieces of a product at what the shopper pays for one.
    pub fn new(item: &CatalogueItem, unit_price_cents: i64, quantity: i64) -> Self {
        Self {
            reference: item.id.to_string(),
            unit_price_cents,
            quantity,
            tags: item.tags.clone(),
            is_physical: item.kind() == Some(ProductType::Physical),
            is_subscription: item.is_subscribable(),
        }
    }

    /// Whether the shop lets it be paid in parts.
    pub fn is_available(&self) -> bool {
        self.is_physical && !self.is_subscription
    }
}

/// What a message is wanted for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentWish {
    /// Items that all have to qualify.
    pub items: Vec<InstallmentItem>,
    /// What would be paid in parts, minor units; none when there is no price yet.
    pub total_cents: Option<i64>,
}

impl InstallmentWish {
    /// For pieces alone; none for what has no price yet.
    pub fn of(entry: Option<InstallmentItem>) -> Self {
        let total_cents = entry.as_ref().map(|entry| entry.unit_price_cents.saturating_mul(entry.quantity));
        Self { items: entry.into_iter().collect(), total_cents }
    }

    /// For a product at the lowest price that everybody pays.
    pub fn of_product(item: &CatalogueItem) -> Self {
        let cheapest = item.cheapest().map(|variant| item.effective_price_cents(variant));
        Self::of(cheapest.map(|price_cents| InstallmentItem::new(item, price_cents, 1)))
    }
}

/// Whether and how a message shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstallmentAvailability {
    /// It can be paid in parts.
    InRange,
    /// It would have to be more.
    BelowMinimum,
    /// It would have to be less.
    AboveMaximum,
    /// Price or limits are missing.
    Unavailable,
}

/// A sentence whose numbers are still to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentText {
    /// `{n}` stands for the count, `{amount}` for the amount.
    pub pattern: String,
    /// Number of payments.
    pub count: Option<u16>,
    /// The amount.
    pub amount: Option<Money>,
}

impl InstallmentText {
    fn written(&self, settings: &StoreSettings) -> String {
        let mut sentence = self.pattern.clone();
        if let Some(count) = self.count {
            sentence = sentence.replace("{n}", &count.to_string());
        }
        if let Some(amount) = self.amount {
            sentence = sentence.replace("{amount}", &settings.print(amount));
        }
        sentence
    }
}

/// What a provider says about a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentOffer {
    /// Whether and how it shows.
    pub availability: InstallmentAvailability,
    /// Name to show.
    pub provider_name: String,
    /// Of the words and of the explanation, such as `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// The largest of the payments.
    pub amount: Option<Money>,
    /// The total has to be above it.
    pub minimum: Option<Money>,
    /// The total has to be at most this.
    pub maximum: Option<Money>,
    /// A line of its own.
    pub full_text: InstallmentText,
    /// Followed by the provider's name.
    pub one_line_text: InstallmentText,
}

/// What a shopper is told, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentMessage {
    /// Whether and how it shows.
    pub availability: InstallmentAvailability,
    /// Name to show.
    pub provider_name: String,
    /// Of the words and of the explanation, such as `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// The largest of the payments, minor units.
    pub amount_cents: Option<i64>,
    /// The total has to be above it, minor units.
    pub minimum_cents: Option<i64>,
    /// The total has to be at most this, minor units.
    pub maximum_cents: Option<i64>,
    /// A line of its own.
    pub full_text: String,
    /// Followed by the provider's name while it is in range.
    pub one_line_text: String,
    /// Address of the explanation.
    pub modal_url: String,
}

impl InstallmentMessage {
    pub(super) fn new(offer: InstallmentOffer, settings: &StoreSettings) -> Self {
        let minor = |money: Option<Money>| money.map(|money| money.minor);
        Self {
            availability: offer.availability,
            full_text: offer.full_text.written(settings),
            one_line_text: offer.one_line_text.written(settings),
            modal_url: format!("/static/installments/{}.html", page_name(&offer.locale)),
            provider_name: offer.provider_name,
            locale: offer.locale,
            payments: offer.payments,
            amount_cents: minor(offer.amount),
            minimum_cents: minor(offer.minimum),
            maximum_cents: minor(offer.maximum),
        }
    }
}

/// The locale as a part of an address; providers may name anything.
fn page_name(locale: &str) -> &str {
    let is_plain = locale.len() <= 20 && locale.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_plain && !locale.is_empty() { locale } else { "en_US" }
}

/// The page behind a message. Its HTML comes from a provider and is to be cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentExplanation {
    /// Of its words, such as `en_US`.
    pub locale: String,
    /// Title.
    pub title: String,
    /// Content.
    pub html: String,
}
