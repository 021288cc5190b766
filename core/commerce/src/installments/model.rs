//! Installment messages: what providers are asked, and what they answer.

use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Cents, Currency, Money};

use crate::catalogue::{CatalogueItem, ProductType};
use crate::settings::StoreSettings;

/// The market that a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentMarket {
    /// The merchant's country, ISO 3166 code of two letters.
    pub country: String,
    /// The customer's language, BCP 47 tag.
    pub language: String,
    /// The currency of the shop.
    pub currency: Currency,
}

/// An item by which the provider decides whether a message is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentItem {
    /// The product's id.
    pub reference: String,
    /// Unit price, in minor units.
    pub unit_price_cents: Cents,
    /// Quantity.
    pub quantity: i64,
    /// Tags of the product.
    pub tags: Vec<String>,
    /// Whether it is shipped.
    pub is_physical: bool,
    /// Whether it is a subscription.
    pub is_subscription: bool,
}

impl InstallmentItem {
    /// A quantity of a product at the unit price that the customer pays.
    pub fn new(item: &CatalogueItem, unit_price_cents: Cents, quantity: i64) -> Self {
        Self {
            reference: item.id.to_string(),
            unit_price_cents,
            quantity,
            tags: item.tags.clone(),
            is_physical: item.kind() == Some(ProductType::Physical),
            is_subscription: item.is_subscribable(),
        }
    }

    /// Whether the shop allows payment in installments for it.
    pub fn is_available(&self) -> bool {
        self.is_physical && !self.is_subscription
    }
}

/// A request for a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentWish {
    /// The items, all of which have to qualify.
    pub items: Vec<InstallmentItem>,
    /// The amount to be paid in installments, in minor units; none if there is no price yet.
    pub total_cents: Option<Cents>,
}

impl InstallmentWish {
    /// For a single item; none if it has no price yet.
    pub fn of(entry: Option<InstallmentItem>) -> Self {
        let total_cents = entry.as_ref().map(|entry| entry.unit_price_cents.saturating_times(entry.quantity));
        Self { items: entry.into_iter().collect(), total_cents }
    }

    /// For a product at the lowest price that everyone pays.
    pub fn of_product(item: &CatalogueItem) -> Self {
        let cheapest = item.cheapest().map(|variant| item.effective_price_cents(variant));
        Self::of(cheapest.map(|price_cents| InstallmentItem::new(item, price_cents, 1)))
    }
}

/// Whether and how a message is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstallmentAvailability {
    /// The amount can be paid in installments.
    InRange,
    /// The amount is too small.
    BelowMinimum,
    /// The amount is too large.
    AboveMaximum,
    /// The price or the limits are unknown.
    Unavailable,
}

/// A sentence with placeholders for numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentText {
    /// `{n}` is the placeholder for the count, `{amount}` for the amount.
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
            sentence = sentence.replace("{amount}", &settings.site.print(amount));
        }
        sentence
    }
}

/// The response of a provider to a request for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentOffer {
    /// Whether and how it is shown.
    pub availability: InstallmentAvailability,
    /// Display name of the provider.
    pub provider_name: String,
    /// Locale of the texts and of the explanation, such as `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// The largest installment.
    pub amount: Option<Money>,
    /// The total must be greater than this.
    pub minimum: Option<Money>,
    /// The total must not be greater than this.
    pub maximum: Option<Money>,
    /// Message on a line of its own.
    pub full_text: InstallmentText,
    /// Short message, followed by the provider's name.
    pub one_line_text: InstallmentText,
}

/// A message to show to a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentMessage {
    /// Whether and how it is shown.
    pub availability: InstallmentAvailability,
    /// Display name of the provider.
    pub provider_name: String,
    /// Locale of the texts and of the explanation, such as `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// The largest installment, in minor units.
    pub amount_cents: Option<Cents>,
    /// The total must be greater than this, in minor units.
    pub minimum_cents: Option<Cents>,
    /// The total must not be greater than this, in minor units.
    pub maximum_cents: Option<Cents>,
    /// Message on a line of its own.
    pub full_text: String,
    /// Short message, followed by the provider's name while the amount is in range.
    pub one_line_text: String,
    /// URL of the explanation.
    pub modal_url: String,
}

impl InstallmentMessage {
    pub(super) fn new(offer: InstallmentOffer, settings: &StoreSettings) -> Self {
        let minor = |money: Option<Money>| money.map(Money::cents);
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

/// The locale as a path segment; providers may return any text.
fn page_name(locale: &str) -> &str {
    let is_plain = locale.len() <= 20 && locale.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_plain && !locale.is_empty() { locale } else { "en_US" }
}

/// The page that explains the installments. Its HTML comes from a provider and must be sanitised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallmentExplanation {
    /// Locale of its texts, such as `en_US`.
    pub locale: String,
    /// Title.
    pub title: String,
    /// Content.
    pub html: String,
}
