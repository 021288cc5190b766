//! The currency of a site, and until when it can be changed.
//!
//! Amounts are stored as whole minor units without their currency until an order is placed, so a change of currency
//! leaves each number as it is: 19.00 dollars become 19.00 euros. With a currency of other decimals the same number
//! would be another amount, and a shop that has sold for money keeps its accounts in the currency it sold in.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{discount, donation_terms, order, price_list_price, shipping_zone, variant};
use stoa_kernel::money::Currency;

use crate::SiteError;
use crate::contributor_texts;

const SOLD: &str = contributor_texts::ORDERS_IN_THIS_CURRENCY.english();

/// Whether the shop has sold for money. Test orders do not count.
///
/// # Errors
/// When a database query fails.
pub(crate) async fn has_sold(tx: &TenantTx) -> Result<bool, SiteError> {
    Ok(tx.find::<order::Entity>().filter(order::Column::TestMode.eq(false)).count_up_to(1).await? > 0)
}

/// Refuses a change of currency that would change the value of amounts in the shop.
///
/// # Errors
/// [`SiteError::Invalid`] with a message for the field.
pub(crate) async fn check_change(tx: &TenantTx, before: &str, after: &str) -> Result<(), SiteError> {
    if before == after {
        return Ok(());
    }
    if has_sold(tx).await? {
        return Err(SiteError::field("currency", SOLD));
    }
    let decimals = |code: &str| code.parse::<Currency>().ok().map(Currency::decimals);
    if decimals(before) != decimals(after) && has_amounts(tx).await? {
        let message = contributor_texts::DIFFERENT_DECIMALS.with("before", before).with("after", after);
        return Err(SiteError::field("currency", message.to_string()));
    }
    Ok(())
}

/// Whether the site has any amount that someone has entered.
async fn has_amounts(tx: &TenantTx) -> Result<bool, SiteError> {
    let priced =
        Condition::any().add(variant::Column::PriceCents.ne(0)).add(variant::Column::SalePriceCents.is_not_null());
    let off =
        Condition::any().add(discount::Column::AmountCents.ne(0)).add(discount::Column::MinimumSubtotalCents.ne(0));
    Ok(tx.find::<variant::Entity>().filter(priced).count_up_to(1).await? > 0
        || tx.find::<shipping_zone::Entity>().count_up_to(1).await? > 0
        || tx.find::<discount::Entity>().filter(off).count_up_to(1).await? > 0
        || tx.find::<price_list_price::Entity>().count_up_to(1).await? > 0
        || tx.find::<donation_terms::Entity>().count_up_to(1).await? > 0)
}
