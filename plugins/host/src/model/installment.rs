//! Questions to installment providers, and their answers.

use serde::{Deserialize, Serialize};

use super::Money;

/// A product or a cart for which an installment message is requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentRequest {
    /// Items to be paid.
    pub items: Vec<InstallmentItem>,
    /// None when there is no price yet.
    pub total: Option<Money>,
    /// ISO 3166 code of the merchant's payment account.
    pub country: String,
    /// Language tag of the customer.
    pub language: String,
    /// The price has to be above this amount.
    pub minimum: Option<Money>,
    /// Largest price.
    pub maximum: Option<Money>,
    /// Number of payments; none for the provider's default, usually 4.
    pub payments: Option<u16>,
}

/// One item of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentItem {
    /// Id given by the caller.
    pub reference: String,
    /// Price of one unit.
    pub unit_price: Money,
    /// Number of units.
    pub quantity: u32,
    /// Free text.
    pub category: String,
    /// Free texts.
    pub tags: Vec<String>,
    /// Whether it is shipped.
    pub physical: bool,
    /// Whether the merchant allows installments for it.
    pub available: bool,
    /// Whether it is a subscription.
    pub subscription: bool,
}

/// Whether and how the message is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstallmentAvailability {
    /// Show it.
    InRange,
    /// Show the minimum.
    BelowMinimum,
    /// Show the maximum.
    AboveMaximum,
    /// Show nothing: an item does not qualify.
    NotEligible,
    /// Show nothing: there is no message for the country and language.
    UnsupportedMarket,
    /// Show the full text only: price or limits are missing.
    Unavailable,
}

/// A text with its values separate, so that the host formats money for the customer's locale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallmentText {
    /// The text; `{n}` is replaced by the count, `{amount}` by the amount.
    pub pattern: String,
    /// Number of payments.
    pub count: Option<u16>,
    /// The amount.
    pub amount: Option<Money>,
}

/// A credit plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentPlan {
    /// Reference of the item; none for the whole request.
    pub reference: Option<String>,
    /// Duration in months.
    pub months: u16,
    /// Monthly payment.
    pub per_month: Money,
    /// Sum of all payments.
    pub total: Money,
    /// Annual percentage rate in basis points.
    pub apr_basis_points: u32,
    /// Display name.
    pub label: String,
    /// URL of the terms.
    pub terms_url: Option<String>,
}

/// A message about payment in installments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentOffer {
    /// Whether and how it is shown.
    pub availability: InstallmentAvailability,
    /// Display name for the country and language.
    pub provider_name: String,
    /// Such as `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// Amount of each payment.
    pub amount: Option<Money>,
    /// The price has to be above this amount.
    pub minimum: Option<Money>,
    /// Largest price.
    pub maximum: Option<Money>,
    /// The message as a separate line.
    pub full_text: InstallmentText,
    /// Short message; the provider's name or logo follows it.
    pub one_line_text: InstallmentText,
    /// Name of the page for the popup.
    pub modal_page: String,
    /// Other payment plans.
    pub plans: Vec<InstallmentPlan>,
}

/// The explanation page of the message. The HTML is untrusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallmentModal {
    /// The locale of the page, such as `en_US`.
    pub locale: String,
    /// Title of the page.
    pub title: String,
    /// Content of the page.
    pub html: String,
}

impl InstallmentText {
    /// The text with its values, with money formatted by `format_money`.
    pub fn fill(&self, format_money: impl FnOnce(&Money) -> String) -> String {
        let mut sentence = self.pattern.clone();
        if let Some(count) = self.count {
            sentence = sentence.replace("{n}", &count.to_string());
        }
        if let Some(amount) = &self.amount {
            sentence = sentence.replace("{amount}", &format_money(amount));
        }
        sentence
    }
}
