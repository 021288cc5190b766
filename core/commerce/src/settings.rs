//! What a site's row says about its shop.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde::{Deserialize, Deserializer, Serialize};
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx};
use stoa_locale::{CurrencyCode, DateTimeOptions, Locale, Moment, MoneyOptions, Number};

use crate::checkout::{self, CheckoutChoices};
use crate::inventory::MAX_STOCK;
use crate::restock::RestockChoices;
use crate::{CommerceError, columns};

/// Largest minimum, minor units.
const MOST_CENTS: i64 = 99_999_999_999;
/// Longest number under which a seller is taxed, characters; some are taxed in several places and name them all.
const LONGEST_TAX_ID: usize = 60;
/// Longest text shown to shoppers, characters.
const LONGEST_TEXT: usize = 300;

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
    /// IANA name of the time zone in which it tells times.
    pub time_zone: String,
    /// What its owner chose for it.
    pub choices: StoreChoices,
    /// Whether test orders are delivered like any other, as in the demo. No owner chooses that.
    pub delivers_test_orders: bool,
    /// Raised by each change of the site's row.
    pub revision: i64,
}

/// What the owner of a shop chooses for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoreChoices {
    /// Smallest subtotal that can be checked out, minor units; 0 for none.
    pub minimum_subtotal_cents: i64,
    /// Whether prices already contain the tax.
    pub prices_include_tax: bool,
    /// Whether more than one of a service can be bought at once.
    #[serde(deserialize_with = "true_unless_false")]
    pub multiple_quantity_allowed_for_services: bool,
    /// Whether adding goes straight to the checkout.
    pub express_checkout: bool,
    /// Whether products have a button that buys one of them at once, beside the one that adds.
    pub buy_now_button: bool,
    /// Whether the theme draws its own cart indicator.
    pub custom_cart: bool,
    /// Stock of so many pieces or fewer counts as low.
    pub low_stock_threshold: i64,
    /// Products on a page of a list.
    pub products_per_page: u32,
    /// What is said after a sign-up for restock notices; empty for the usual words.
    pub restock_notifications_success_text: String,
    /// Restock notices.
    pub restock: RestockChoices,
    /// Whether those who agreed to it get a letter about a cart that they have left behind.
    pub cart_reminders: bool,
    /// Whether buyers are asked by letter what they think of what they have bought.
    pub review_requests: bool,
    /// How many days after the last parcel.
    pub review_request_days: u32,
    /// The checkout.
    pub checkout: CheckoutChoices,
    /// Number under which the seller is taxed, as invoices name it; empty for none.
    pub tax_id: String,
}

/// What was never chosen may be stored as nothing.
fn true_unless_false<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::<bool>::deserialize(deserializer)?.unwrap_or(true))
}

/// Most products on a page of a list.
const MOST_PER_PAGE: u32 = 100;
/// Longest time until buyers are asked for reviews, days.
const MOST_REVIEW_DAYS: u32 = 60;

impl Default for StoreChoices {
    fn default() -> Self {
        Self {
            minimum_subtotal_cents: 0,
            prices_include_tax: false,
            multiple_quantity_allowed_for_services: true,
            express_checkout: false,
            buy_now_button: false,
            custom_cart: false,
            low_stock_threshold: 5,
            products_per_page: 24,
            restock_notifications_success_text: String::new(),
            restock: RestockChoices::default(),
            cart_reminders: false,
            review_requests: false,
            review_request_days: 14,
            checkout: CheckoutChoices::default(),
            tax_id: String::new(),
        }
    }
}

impl StoreSettings {
    /// Whether an order holds each service once.
    pub(crate) fn sells_services_once(&self) -> bool {
        !self.choices.multiple_quantity_allowed_for_services
    }

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
        let choices = columns::read_optional("site.store_settings", Some(&row.store_settings))?;
        let currency = row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })?;
        Ok(Self {
            site_title: row.title.clone(),
            contact_email: row.contact_email.clone(),
            language: row.language.clone(),
            currency,
            time_zone: row.time_zone.clone(),
            choices: choices.unwrap_or_default(),
            delivers_test_orders: row.delivers_test_orders == Some(true),
            revision: row.revision,
        })
    }

    /// An amount as the site's language writes it, such as `$24.00`.
    pub fn print(&self, money: Money) -> String {
        let locale = Locale::parse(&self.language).unwrap_or_else(|_| Locale::default_ref().clone());
        print_in(&locale, money)
    }

    /// A moment as the site's language writes it, by its clocks; nothing when they are not known.
    pub(crate) fn print_moment(&self, ms: i64, options: &DateTimeOptions) -> String {
        let locale = Locale::parse(&self.language).unwrap_or_default();
        Moment::new(ms, &self.time_zone)
            .map_or_else(|_| String::new(), |moment| locale.format_datetime(&moment, options))
    }
}

/// An amount for the people who run a site, whose screens are in English.
pub(crate) fn print_for_staff(money: Money) -> String {
    print_in(Locale::default_ref(), money)
}

fn print_in(locale: &Locale, money: Money) -> String {
    let value = money.decimal_value();
    match (Number::parse(&value), CurrencyCode::parse(money.currency.code())) {
        (Some(number), Some(currency)) => locale.format_money(&number, currency, &MoneyOptions::default()),
        _ => format!("{value} {}", money.currency),
    }
}

/// The shop's settings.
///
/// # Errors
/// When the caller may not read them.
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<StoreSettings, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    StoreSettings::load(&db.read().await?).await
}

/// Saves what the owner chose, when the site's row is what the caller has seen.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when somebody was faster; messages beside fields.
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    seen: &Precondition,
    mut choices: StoreChoices,
) -> Result<StoreSettings, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let mut checks = Checks::default();
    let minimum = (0..=MOST_CENTS).contains(&choices.minimum_subtotal_cents);
    checks.require(minimum, "minimumSubtotalCents", "The amount is out of range.");
    let threshold = (0..=MAX_STOCK).contains(&choices.low_stock_threshold);
    checks.require(threshold, "lowStockThreshold", "Enter a whole number from 0 to 999,999,999.");
    let per_page = (1..=MOST_PER_PAGE).contains(&choices.products_per_page);
    checks.require(per_page, "productsPerPage", format!("Enter a whole number from 1 to {MOST_PER_PAGE}."));
    let days = (1..=MOST_REVIEW_DAYS).contains(&choices.review_request_days);
    checks.require(days, "reviewRequestDays", format!("Enter a whole number from 1 to {MOST_REVIEW_DAYS}."));
    choices.restock_notifications_success_text = choices.restock_notifications_success_text.trim().to_owned();
    let fits = choices.restock_notifications_success_text.chars().count() <= LONGEST_TEXT;
    checks.require(fits, "restockNotificationsSuccessText", "The text can have at most 300 characters.");
    choices.restock.check(&mut checks);
    checkout::check_fields(&mut checks, &choices.checkout.fields);
    choices.tax_id = choices.tax_id.trim().to_owned();
    let is_line = !choices.tax_id.chars().any(char::is_control) && choices.tax_id.chars().count() <= LONGEST_TAX_ID;
    checks.require(is_line, "taxId", "The number can have at most 60 characters on one line.");
    checks.finish()?;
    let tx = db.write().await?;
    let before = tx.find::<site::Entity>().for_update().one().await?.filter(|row| seen.holds(&row.revision));
    let revision = before.ok_or(CommerceError::RevisionStale)?.revision;
    let changed = tx
        .update::<site::Entity>(site::Column::Revision.eq(revision))
        .set(site::Column::StoreSettings, columns::write("site.store_settings", &choices)?)
        .set(site::Column::Revision, Expr::col(site::Column::Revision).add(1))
        .set(site::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    if changed != 1 {
        return Err(CommerceError::RevisionStale);
    }
    let saved = StoreSettings::load(&tx).await?;
    tx.commit().await?;
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::StoreChoices;

    // spec: product.service.multiple-quantity
    #[test]
    fn services_are_sold_several_at_once_unless_the_owner_says_no() {
        for (stored, expected) in [
            (json!({}), true),
            (json!({"multipleQuantityAllowedForServices": null}), true),
            (json!({"multipleQuantityAllowedForServices": true}), true),
            (json!({"multipleQuantityAllowedForServices": false}), false),
        ] {
            let choices: StoreChoices = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(choices.multiple_quantity_allowed_for_services, expected, "{stored}");
        }
    }
}
