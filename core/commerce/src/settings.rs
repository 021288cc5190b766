//! Store settings of a site.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde::{Deserialize, Deserializer, Serialize};
use stoa_email::SiteInfo;
use stoa_entity::json_column;
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::money::Cents;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx, boxed};

use crate::CommerceError;
use crate::checkout::{self, CheckoutChoices};
use crate::contributor_texts;
use crate::inventory::MAX_STOCK;
use crate::restock::RestockChoices;

/// Maximum value of the minimum subtotal, minor units.
const MAX_CENTS: Cents = Cents(99_999_999_999);
/// Maximum length of a tax number, characters; sellers registered in several countries list all of theirs.
const MAX_TAX_ID_LENGTH: usize = 60;
/// Maximum length of the id of a plugin, bytes.
const MAX_PLUGIN_ID_BYTES: usize = 100;
/// Maximum length of a text shown to shoppers, characters.
const MAX_TEXT_LENGTH: usize = 300;

/// The store settings of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreSettings {
    /// Name, contact address, language, currency and time zone of the site.
    pub site: SiteInfo,
    /// Settings chosen by the owner.
    pub choices: StoreChoices,
    /// Whether test orders are delivered like any other, as on the demo site. Owners cannot change it.
    pub delivers_test_orders: bool,
    /// Stamp of the site's own texts; none without any.
    pub texts_stamp: Option<String>,
    /// Increased by each change of the site's row.
    pub revision: i64,
}

/// Store settings chosen by the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoreChoices {
    /// Minimum subtotal for checkout, minor units; 0 for none.
    pub minimum_subtotal_cents: Cents,
    /// Whether prices include tax.
    pub prices_include_tax: bool,
    /// Whether an order may contain more than one of a service.
    #[serde(deserialize_with = "null_as_true")]
    pub multiple_quantity_allowed_for_services: bool,
    /// Whether adding to the cart opens the checkout.
    pub express_checkout: bool,
    /// Whether products have a "buy now" button for one piece, besides the button that adds to the cart.
    pub buy_now_button: bool,
    /// Whether the theme renders its own cart indicator.
    pub custom_cart: bool,
    /// Stock of this number of pieces or fewer counts as low.
    pub low_stock_threshold: i64,
    /// Products per page of a list.
    pub products_per_page: u32,
    /// Message after a sign-up for restock notices; empty for the default.
    pub restock_notifications_success_text: String,
    /// Settings of restock notices.
    pub restock: RestockChoices,
    /// Whether abandoned cart e-mails are sent to those who consented.
    pub cart_reminders: bool,
    /// Whether buyers are asked for reviews by e-mail.
    pub review_requests: bool,
    /// Days between the last shipment and the review request.
    pub review_request_days: u32,
    /// Checkout settings.
    pub checkout: CheckoutChoices,
    /// The seller's tax number on invoices; empty for none.
    pub tax_id: String,
    /// Who calculates taxes.
    pub taxes: TaxCalculation,
}

/// Who calculates the taxes of a shop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaxCalculation {
    /// The plugin that does; empty for the shop's own tax rules.
    pub plugin: String,
    /// Whether the shop's own tax rules apply while the plugin gives no answer. Otherwise no order is placed then.
    pub own_rates_on_failure: bool,
    /// Id of the checkout question with the buyer's tax number; empty for none.
    pub tax_id_field: String,
}

/// Unset values may be stored as null.
fn null_as_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::<bool>::deserialize(deserializer)?.unwrap_or(true))
}

/// Maximum number of products per page of a list.
const MAX_PER_PAGE: u32 = 100;
/// Maximum number of days before a review request.
const MAX_REVIEW_DAYS: u32 = 60;

impl Default for StoreChoices {
    fn default() -> Self {
        Self {
            minimum_subtotal_cents: Cents::ZERO,
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
            taxes: TaxCalculation::default(),
        }
    }
}

impl StoreSettings {
    /// Whether an order may contain each service only once.
    pub(crate) fn sells_services_once(&self) -> bool {
        !self.choices.multiple_quantity_allowed_for_services
    }

    /// Loads the store settings in a transaction.
    ///
    /// # Errors
    /// When the site has no row or the row cannot be read.
    #[boxed]
    pub async fn load(tx: &TenantTx) -> Result<Self, CommerceError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        Self::from_row(&row)
    }

    /// Reads the store settings from the site's row.
    ///
    /// # Errors
    /// When a column cannot be read.
    pub fn from_row(row: &site::Model) -> Result<Self, CommerceError> {
        let choices = json_column::read_optional("site.store_settings", Some(&row.store_settings))?;
        Ok(Self {
            site: SiteInfo::from_row(row)?,
            choices: choices.unwrap_or_default(),
            delivers_test_orders: row.delivers_test_orders == Some(true),
            texts_stamp: row.texts_stamp.clone(),
            revision: row.revision,
        })
    }
}

/// The store settings.
///
/// # Errors
/// When the caller may not read them.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<StoreSettings, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    StoreSettings::load(&db.read().await?).await
}

/// Saves the owner's settings when the precondition on the site's row holds.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; field errors.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    seen: &Precondition,
    mut choices: StoreChoices,
) -> Result<StoreSettings, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let mut checks = Checks::default();
    let minimum = (Cents::ZERO..=MAX_CENTS).contains(&choices.minimum_subtotal_cents);
    checks.require(minimum, "minimumSubtotalCents", contributor_texts::AMOUNT_IS_OUT_OF_RANGE);
    let threshold = (0..=MAX_STOCK).contains(&choices.low_stock_threshold);
    checks.require(threshold, "lowStockThreshold", contributor_texts::ENTER_A_WHOLE_NUMBER);
    let per_page = (1..=MAX_PER_PAGE).contains(&choices.products_per_page);
    checks.require(
        per_page,
        "productsPerPage",
        contributor_texts::WHOLE_NUMBER_FROM_1.with("count", MAX_PER_PAGE).to_string(),
    );
    let days = (1..=MAX_REVIEW_DAYS).contains(&choices.review_request_days);
    checks.require(
        days,
        "reviewRequestDays",
        contributor_texts::WHOLE_NUMBER_FROM_1.with("count", MAX_REVIEW_DAYS).to_string(),
    );
    choices.restock_notifications_success_text = choices.restock_notifications_success_text.trim().to_owned();
    let fits = choices.restock_notifications_success_text.chars().count() <= MAX_TEXT_LENGTH;
    checks.require(fits, "restockNotificationsSuccessText", contributor_texts::TEXT_CAN_HAVE_AT_MOST_300_CHARACTERS);
    choices.restock.check(&mut checks);
    checkout::check_fields(&mut checks, &choices.checkout.fields);
    choices.tax_id = choices.tax_id.trim().to_owned();
    let is_line = !choices.tax_id.chars().any(char::is_control) && choices.tax_id.chars().count() <= MAX_TAX_ID_LENGTH;
    checks.require(is_line, "taxId", contributor_texts::NUMBER_CAN_HAVE_AT_MOST_60_CHARACTERS);
    let plugin = choices.taxes.plugin.len() <= MAX_PLUGIN_ID_BYTES;
    checks.require(plugin, "taxes.plugin", contributor_texts::CHOOSE_A_PLUGIN);
    let field = &choices.taxes.tax_id_field;
    let is_asked = field.is_empty() || choices.checkout.fields.iter().any(|own| own.id == *field);
    checks.require(is_asked, "taxes.taxIdField", contributor_texts::CHOOSE_A_QUESTION_OF_THE_CHECKOUT);
    checks.finish()?;
    let tx = db.write().await?;
    let before = tx.find::<site::Entity>().for_update().one().await?.filter(|row| seen.holds(&row.revision));
    let revision = before.ok_or(CommerceError::RevisionStale)?.revision;
    let changed = tx
        .update::<site::Entity>(site::Column::Revision.eq(revision))
        .set(site::Column::StoreSettings, json_column::write("site.store_settings", &choices)?)
        .set(site::Column::Revision, Expr::col(site::Column::Revision).add(1))
        .set(site::Column::UpdatedOn, ctx.now())
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
    fn service_quantity_setting() {
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
