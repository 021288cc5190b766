//! Changes to an order by contributors.

use sea_orm::ColumnTrait;
use stoa_address::Address;
use stoa_address::Place;
use stoa_address::countries;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::OrderId;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::OrderView;
use super::{details, store};
use crate::pricing_cache::CatalogueSnapshot;
use crate::shipping_zones::is_still_deliverable;
use crate::{CommerceError, contributor_texts, taxes};

/// Prefix of the history entry that records the former delivery address.
const ADDRESS_CHANGED: &str = "The delivery address was changed. Before: ";
/// Prefix of the history entry that records the former billing address.
pub(super) const BILLING_CHANGED: &str = "The billing address was changed. Before: ";
/// Prefix of the history entry that records the former e-mail address, in lower case.
const EMAIL_CHANGED: &str = "The e-mail address was changed. Before: ";
/// Longest note, in characters.
const MAX_NOTE_LENGTH: usize = 2_000;

/// Adds a note to the history of an order; customers do not see it.
///
/// # Errors
/// When the caller may not change orders, the order does not exist, or the note is blank or too long.
#[boxed]
pub async fn add_note(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    text: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let text = text.trim();
    if text.is_empty() {
        return Err(CommerceError::field("text", stoa_kernel::shared_problem_texts::TEXT_MISSING));
    }
    let odd = text.chars().any(|letter| letter.is_control() && letter != '\n');
    if odd || text.chars().count() > MAX_NOTE_LENGTH {
        return Err(CommerceError::field("text", stoa_kernel::shared_problem_texts::TEXT_OVER_2000));
    }
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, false).await?;
    store::note(ctx, &tx, &row.id, OrderEventKind::Note, text).await?;
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Changes the delivery address of an order, as long as nothing was fulfilled. The country cannot change; region and
/// postal code can, as long as taxes and shipping options stay the same.
///
/// # Errors
/// Field errors; [`CommerceError::Conflict`] when it is too late or nothing is delivered.
#[boxed]
pub async fn set_shipping_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    address: Address,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let address = address.checked("")?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    let Some(JsonOf(before)) = &row.shipping_address else {
        return Err(CommerceError::Conflict(contributor_texts::NOTHING_TO_DELIVER.english().to_owned()));
    };
    if row.fulfillment_status != FulfillmentStatus::Pending || !store::fulfillments(&tx, &row.id).await?.is_empty() {
        let message = contributor_texts::ADDRESS_ONLY_BEFORE_FULFILLMENT.english();
        return Err(CommerceError::Conflict(message.to_owned()));
    }
    if before.country != address.country {
        let country = countries::name(&before.country).unwrap_or(&before.country);
        let message = contributor_texts::PRICED_FOR_COUNTRY.with("country", country).to_string();
        return Err(CommerceError::field("country", message));
    }
    check_priced_alike(&tx, &row, before, &address).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::ShippingAddress, JsonOf(address))
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let message = format!("{ADDRESS_CHANGED}{}", before.lines("en").join(", "));
    store::note(ctx, &tx, &row.id, OrderEventKind::Edited, &message).await?;
    changed(tx, &row).await
}

/// Commits a change of an order and returns the order.
pub(super) async fn changed(tx: TenantTx, row: &order::Model) -> Result<OrderView, CommerceError> {
    let row = store::find(&tx, &row.id, false).await?;
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// The text of a history entry without the former address that it contains; none if it contains none.
pub(crate) fn redacted_history_entry(message: &str) -> Option<&'static str> {
    [ADDRESS_CHANGED, BILLING_CHANGED, EMAIL_CHANGED].into_iter().find(|begin| message.starts_with(begin))
}

/// The history entry for a change of e-mail address.
pub(crate) fn email_changed(before: &str) -> String {
    format!("{EMAIL_CHANGED}{}", before.to_lowercase())
}

/// The former e-mail address, if a history entry is about its change.
pub(crate) fn former_email(message: &str) -> Option<&str> {
    message.strip_prefix(EMAIL_CHANGED)
}

/// Checks that the old and the new address have the same taxes and shipping options by the current rules. Both are
/// evaluated by the current rules, so that a change of the rules since the order does not prevent a correction; only an
/// address with other prices is refused.
async fn check_priced_alike(
    tx: &TenantTx,
    row: &order::Model,
    before: &Address,
    after: &Address,
) -> Result<(), CommerceError> {
    let (from, to) = (Place::from(before), Place::from(after));
    if from == to {
        return Ok(());
    }
    let terms = CatalogueSnapshot::open(tx).await?.terms().await?;
    let message = if !taxes::apply_alike(&terms.taxes, Some(&from), Some(&to), row.created_on) {
        contributor_texts::ADDRESS_TAXED_AT_OTHER_PRICE
    } else {
        let chosen = row.shipping_option.as_ref().map(|option| option.0.id.as_str());
        if is_still_deliverable(&terms.zones, chosen, &from, &to) {
            return Ok(());
        }
        contributor_texts::ADDRESS_DELIVERED_DIFFERENTLY
    };
    let field = if before.region == after.region { "postalCode" } else { "region" };
    Err(CommerceError::field(field, message))
}
