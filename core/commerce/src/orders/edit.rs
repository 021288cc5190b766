//! What people who work on an order may still change or add.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::permission::{Action, Resource};

use super::model::{EventKind, OrderView};
use super::store;
use crate::address::Address;
use crate::place::Place;
use crate::pricing::ShippingChoice;
use crate::shelf::Shelf;
use crate::shipping_zones::goes_alike;
use crate::{CommerceError, columns, countries, taxes};

/// Begins the line of the history that keeps where the order went before.
const ADDRESS_CHANGED: &str = "The delivery address was changed. Before: ";
/// Begins the line of the history that keeps where the bill went before.
pub(super) const BILLING_CHANGED: &str = "The billing address was changed. Before: ";
/// Begins the line of the history that keeps who was written to before, in small letters.
const EMAIL_CHANGED: &str = "The e-mail address was changed. Before: ";
/// Most characters of a note.
const LONGEST_NOTE: usize = 2_000;

/// Writes a note into an order's history; customers do not see it.
///
/// # Errors
/// When the caller may not change orders, the order is not there, or the note is blank or too long.
pub async fn add_note(ctx: &TenantCtx, db: &TenantDb, order_id: &str, text: &str) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let text = text.trim();
    if text.is_empty() {
        return Err(CommerceError::field("text", "Write something first."));
    }
    let odd = text.chars().any(|letter| letter.is_control() && letter != '\n');
    if odd || text.chars().count() > LONGEST_NOTE {
        return Err(CommerceError::field("text", "A note has at most 2,000 characters."));
    }
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, false).await?;
    store::note(ctx, &tx, &row.id, EventKind::Note, text).await?;
    let view = store::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Changes where an order goes, as long as nothing of it has left the house. What delivery and tax were priced by
/// stays: the country, and region and postal code as far as another tax or another delivery follows from them.
///
/// # Errors
/// Messages beside fields; [`CommerceError::Conflict`] when it is too late or nothing is delivered.
pub async fn set_shipping_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &str,
    address: Address,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let address = address.checked("")?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    let before: Option<Address> = columns::read_optional("orders.shipping_address", row.shipping_address.as_ref())?;
    let Some(before) = before else {
        return Err(CommerceError::Conflict("Nothing of this order is delivered.".to_owned()));
    };
    if row.fulfillment_status != "PENDING" || !store::fulfillments(&tx, &row.id).await?.is_empty() {
        let message = "The address can only be changed before anything is sent.";
        return Err(CommerceError::Conflict(message.to_owned()));
    }
    if before.country != address.country {
        let country = countries::name(&before.country).unwrap_or(&before.country);
        let message = format!("Delivery and tax were priced for {country}. Choose an address there.");
        return Err(CommerceError::field("country", message));
    }
    check_priced_alike(&tx, &row, &before, &address).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::ShippingAddress, Some(columns::write("orders.shipping_address", &address)?))
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    let message = format!("{ADDRESS_CHANGED}{}", before.lines("en").join(", "));
    store::note(ctx, &tx, &row.id, EventKind::Edited, &message).await?;
    changed(tx, &row).await
}

/// Keeps what was changed of an order, and shows it.
pub(super) async fn changed(tx: TenantTx, row: &order::Model) -> Result<OrderView, CommerceError> {
    let row = store::find(&tx, row.id.as_str(), false).await?;
    let view = store::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// What a line of the history says without the address that it keeps; none when it keeps no address.
pub(crate) fn without_former_address(message: &str) -> Option<&'static str> {
    [ADDRESS_CHANGED, BILLING_CHANGED, EMAIL_CHANGED].into_iter().find(|begin| message.starts_with(begin))
}

/// What a line of the history says when another address was written to before.
pub(crate) fn email_changed(before: &str) -> String {
    format!("{EMAIL_CHANGED}{}", before.to_lowercase())
}

/// Which address was written to before, when a line of the history says so.
pub(crate) fn former_email(message: &str) -> Option<&str> {
    message.strip_prefix(EMAIL_CHANGED)
}

/// By the rules of today the old and the new address are taxed alike and delivered to alike: so a change of those rules
/// holds no correction back, and a change of the place that would have another price is refused.
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
    let terms = Shelf::open(tx).await?.terms().await?;
    let taxed = |place| taxes::applicable(&terms.taxes, Some(place), row.created_on, false);
    let what = if taxed(&from) != taxed(&to) {
        "taxed"
    } else {
        let chosen: Option<ShippingChoice> =
            columns::read_optional("orders.shipping_option", row.shipping_option.as_ref())?;
        if goes_alike(&terms.zones, chosen.as_ref().map(|option| option.id.as_str()), &from, &to) {
            return Ok(());
        }
        "delivered to"
    };
    let field = if before.region == after.region { "postalCode" } else { "region" };
    let message = format!(
        "This address is {what} differently than the one the order was priced for. Choose an address at the same \
         price, or cancel the order and have it placed again."
    );
    Err(CommerceError::field(field, message))
}
