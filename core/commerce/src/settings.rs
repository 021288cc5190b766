//! What a site's row says about its shop.

use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_kernel::money::{Currency, Money};
use stoa_locale::{CurrencyCode, Locale, MoneyOptions, Number};

use crate::pricing::{ShippingChoice, TaxRule};
use crate::{CommerceError, columns};

/// A way of delivery as the owner set it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingRule {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price of a delivery, minor units.
    pub price_cents: i64,
    /// Subtotal from which it costs nothing, minor units.
    #[serde(default)]
    pub free_over_cents: Option<i64>,
    /// ISO 3166 codes it goes to; `*` stands for everywhere.
    pub countries: Vec<String>,
}

impl ShippingRule {
    /// Whether it goes to a country.
    pub fn reaches(&self, country: &str) -> bool {
        self.countries.iter().any(|code| code == "*" || code == country)
    }

    /// What it costs for a subtotal in minor units.
    pub fn offer(&self, subtotal_cents: i64) -> ShippingChoice {
        let free = self.free_over_cents.is_some_and(|threshold| subtotal_cents >= threshold);
        let price_cents = if free { 0 } else { self.price_cents };
        ShippingChoice { id: self.id.clone(), label: self.label.clone(), price_cents }
    }
}

/// The shop of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreSettings {
    /// Name of the site.
    pub site_title: String,
    /// Where orders are announced; empty when nobody wants to know.
    pub contact_email: String,
    /// BCP 47 tag of the site's texts.
    pub language: String,
    /// In which it sells.
    pub currency: Currency,
    /// Smallest subtotal that can be checked out, minor units; 0 for none.
    pub minimum_subtotal_cents: i64,
    /// Whether more than one of a service can be bought at once.
    pub multiple_quantity_for_services: bool,
    /// Whether adding goes straight to the checkout.
    pub express_checkout: bool,
    /// Whether the theme draws its own cart indicator.
    pub custom_cart: bool,
    /// Ways of delivery.
    pub shipping: Vec<ShippingRule>,
    /// The tax that applies; none when the shop charges none.
    pub tax: Option<TaxRule>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SettingsColumn {
    minimum_subtotal_cents: i64,
    multiple_quantity_allowed_for_services: Option<bool>,
    express_checkout: bool,
    custom_cart: bool,
}

impl Default for SettingsColumn {
    fn default() -> Self {
        Self {
            minimum_subtotal_cents: 0,
            multiple_quantity_allowed_for_services: Some(true),
            express_checkout: false,
            custom_cart: false,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ShippingColumn {
    options: Vec<ShippingRule>,
}

impl StoreSettings {
    /// Reads the shop's settings in a transaction.
    ///
    /// # Errors
    /// When the site has no row or the row cannot be read.
    pub async fn load(tx: &TenantTx) -> Result<Self, CommerceError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        Self::from_row(&row)
    }

    /// Reads the shop's settings from the site's row.
    ///
    /// # Errors
    /// When a column cannot be read.
    pub fn from_row(row: &site::Model) -> Result<Self, CommerceError> {
        let settings: SettingsColumn =
            columns::read_optional("site.store_settings", Some(&row.store_settings))?.unwrap_or_default();
        let shipping: ShippingColumn =
            columns::read_optional("site.shipping", Some(&row.shipping))?.unwrap_or_default();
        let no_tax = row.tax.as_object().is_none_or(serde_json::Map::is_empty);
        let tax = if no_tax { None } else { columns::read_optional::<TaxRule>("site.tax", Some(&row.tax))? };
        let currency = row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })?;
        Ok(Self {
            site_title: row.title.clone(),
            contact_email: row.contact_email.clone(),
            language: row.language.clone(),
            currency,
            minimum_subtotal_cents: settings.minimum_subtotal_cents,
            multiple_quantity_for_services: settings.multiple_quantity_allowed_for_services.unwrap_or(true),
            express_checkout: settings.express_checkout,
            custom_cart: settings.custom_cart,
            shipping: shipping.options,
            tax: tax.filter(|rule| rule.rate_basis_points > 0),
        })
    }

    /// The ways of delivery to a country, priced for a subtotal in minor units.
    pub fn shipping_offers(&self, country: &str, subtotal_cents: i64) -> Vec<ShippingChoice> {
        self.shipping.iter().filter(|rule| rule.reaches(country)).map(|rule| rule.offer(subtotal_cents)).collect()
    }

    /// An amount as the site's language writes it, such as `$24.00`.
    pub fn print(&self, money: Money) -> String {
        let locale = Locale::parse(&self.language).unwrap_or_else(|_| Locale::default_ref().clone());
        let value = money.decimal_value();
        match (Number::parse(&value), CurrencyCode::parse(money.currency.code())) {
            (Some(number), Some(currency)) => locale.format_money(&number, currency, &MoneyOptions::default()),
            _ => format!("{value} {}", money.currency),
        }
    }
}
