//! What people who work on an order may still change or add.

use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::order;
use stoa_kernel::TenantCtx;
use stoa_kernel::permission::{Action, Resource};

use super::model::{EventKind, OrderView};
use super::store;
use crate::address::Address;
use crate::{CommerceError, columns, countries};

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

/// Changes where an order goes, as long as nothing of it has left the house. The country stays:
/// delivery and tax were priced for it.
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
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::ShippingAddress, Some(columns::write("orders.shipping_address", &address)?))
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    let message = format!("The delivery address was changed. Before: {}", before.lines("en").join(", "));
    store::note(ctx, &tx, &row.id, EventKind::Edited, &message).await?;
    let row = store::find(&tx, order_id, false).await?;
    let view = store::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}
