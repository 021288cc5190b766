//! What e-mails and documents say about a site, and how they write amounts and times.

use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::{Currency, Money};
use stoa_locale::{CurrencyCode, DateTimeOptions, Locale, Moment, MoneyOptions, Number};

use crate::EmailError;

/// Name, language, currency and time zone of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteInfo {
    /// Name of the site.
    pub title: String,
    /// E-mail address for notifications of the owner; empty for none.
    pub contact_email: String,
    /// BCP 47 tag of the site's language.
    pub language: String,
    /// Currency of prices.
    pub currency: Currency,
    /// IANA name of the time zone for displayed times.
    pub time_zone: String,
}

impl SiteInfo {
    /// Loads it in a transaction.
    ///
    /// # Errors
    /// When the site has no row or its currency is unknown.
    #[boxed]
    pub async fn load(tx: &TenantTx) -> Result<Self, EmailError> {
        Self::from_row(&tx.find::<site::Entity>().one().await?.ok_or(EmailError::NotFound)?)
    }

    /// Reads it from the site's row.
    ///
    /// # Errors
    /// When the currency is unknown.
    pub fn from_row(row: &site::Model) -> Result<Self, EmailError> {
        Ok(Self {
            title: row.title.clone(),
            contact_email: row.contact_email.clone(),
            language: row.language.clone(),
            currency: row.currency.parse().map_err(EmailError::UnreadableCurrency)?,
            time_zone: row.time_zone.clone(),
        })
    }

    /// Formats an amount in the site's language, such as `$24.00`.
    pub fn print(&self, money: Money) -> String {
        let locale = Locale::parse(&self.language).unwrap_or_else(|_| Locale::default_ref().clone());
        print_in(&locale, money)
    }

    /// Formats an amount in the language of a reader, given as BCP 47 tag.
    pub fn print_for(&self, language: &str, money: Money) -> String {
        let locale = Locale::parse(language).or_else(|_| Locale::parse(&self.language));
        print_in(locale.as_ref().unwrap_or_else(|_| Locale::default_ref()), money)
    }

    /// Formats a time in the site's language and time zone; empty when the time zone is unknown.
    pub fn format_time(&self, time: Timestamp, options: &DateTimeOptions) -> String {
        let locale = Locale::parse(&self.language).unwrap_or_default();
        Moment::new(time.ms(), &self.time_zone)
            .map_or_else(|_| String::new(), |moment| locale.format_datetime(&moment, options))
    }
}

/// Formats an amount for contributors, in English.
pub fn format_for_contributors(money: Money) -> String {
    print_in(Locale::default_ref(), money)
}

fn print_in(locale: &Locale, money: Money) -> String {
    let value = money.decimal_value();
    match (Number::parse(&value), CurrencyCode::parse(money.currency.code())) {
        (Some(number), Some(currency)) => locale.format_money(&number, currency, &MoneyOptions::default()),
        _ => format!("{value} {}", money.currency),
    }
}
