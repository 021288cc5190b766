use serde::{Deserialize, Serialize};

use super::Money;

/// A product or a whole cart for which an installment message is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentRequest {
    /// Everything that is to be paid for.
    pub items: Vec<InstallmentItem>,
    /// None when there is no price to show yet.
    pub total: Option<Money>,
    /// ISO 3166 code of the merchant's payment account.
    pub country: String,
    /// Language tag of the shopper.
    pub language: String,
    /// The price has to be above it.
    pub minimum: Option<Money>,
    /// The price has to be at most this.
    pub maximum: Option<Money>,
    /// None takes the provider's own number, usually 4.
    pub payments: Option<u16>,
}

/// One item of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentItem {
    /// The caller's own identifier.
    pub reference: String,
    /// Price of one.
    pub unit_price: Money,
    /// How many.
    pub quantity: u32,
    /// Free text.
    pub category: String,
    /// Free texts.
    pub tags: Vec<String>,
    /// Goods that are sent.
    pub physical: bool,
    /// The merchant allows installments for it.
    pub available: bool,
    /// Bought again and again.
    pub subscription: bool,
}

/// Whether and how the message shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstallmentAvailability {
    /// Show it.
    InRange,
    /// Show what the minimum is.
    BelowMinimum,
    /// Show what the maximum is.
    AboveMaximum,
    /// Show nothing: an item does not qualify.
    NotEligible,
    /// Show nothing: no message exists for country and language.
    UnsupportedMarket,
    /// Show the full text only: price or limits are missing.
    Unavailable,
}

/// A sentence with its values, so that the host formats money for the shopper's locale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallmentText {
    /// `{n}` stands for the count, `{amount}` for the amount.
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
    /// The item it is for; none for the whole request.
    pub reference: Option<String>,
    /// Length.
    pub months: u16,
    /// Each month.
    pub per_month: Money,
    /// All together.
    pub total: Money,
    /// Yearly interest, hundredths of a percent.
    pub apr_basis_points: u32,
    /// Name to show.
    pub label: String,
    /// Address of the terms.
    pub terms_url: Option<String>,
}

/// The message about paying in parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallmentOffer {
    /// Whether and how it shows.
    pub availability: InstallmentAvailability,
    /// Name to show for country and language.
    pub provider_name: String,
    /// In the form `en_US`.
    pub locale: String,
    /// Number of payments.
    pub payments: u16,
    /// Each payment.
    pub amount: Option<Money>,
    /// The price has to be above it.
    pub minimum: Option<Money>,
    /// The price has to be at most this.
    pub maximum: Option<Money>,
    /// A line of its own.
    pub full_text: InstallmentText,
    /// Followed by the provider's mark.
    pub one_line_text: InstallmentText,
    /// Name of the page to show in the popup.
    pub modal_page: String,
    /// Other ways to pay over time.
    pub plans: Vec<InstallmentPlan>,
}

/// The explanation behind the message. The HTML is untrusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallmentModal {
    /// The locale that was found, in the form `en_US`.
    pub locale: String,
    /// Title of the page.
    pub title: String,
    /// Content of the page.
    pub html: String,
}

impl InstallmentText {
    /// The sentence, with money written by `format_money`.
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
