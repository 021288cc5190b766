use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OrderId;

use super::letters::{Letter, SiteFace, order_confirmed, order_fulfilled, order_received};
use super::model::{EventKind, OrderView};
use super::store;
use crate::CommerceError;
use crate::mail;
use crate::settings::StoreSettings;

/// Does what follows from an event of the outbox: writes the letters. An event that comes twice
/// writes each letter once. `base_url` is the site's address without a closing slash.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    match event {
        Event::OrderPlaced { order_id } => {
            let Some((order, settings)) = load(tx, order_id).await? else { return Ok(()) };
            let site = SiteFace { settings: &settings, base_url };
            write(ctx, tx, &order, order_confirmed(&order, &site)).await?;
            if !settings.contact_email.is_empty() {
                write(ctx, tx, &order, order_received(&order, &site)).await?;
            }
        }
        Event::OrderFulfilled { order_id, notify: true } => {
            let Some((order, settings)) = load(tx, order_id).await? else { return Ok(()) };
            let site = SiteFace { settings: &settings, base_url };
            write(ctx, tx, &order, order_fulfilled(&order, &site)).await?;
        }
        Event::OrderFulfilled { notify: false, .. } | Event::FormSubmitted { .. } => {}
    }
    Ok(())
}

async fn load(tx: &TenantTx, id: &OrderId) -> Result<Option<(OrderView, StoreSettings)>, CommerceError> {
    let Some(row) = store::one(tx, id).await? else { return Ok(None) };
    Ok(Some((store::complete(tx, row).await?, StoreSettings::load(tx).await?)))
}

async fn write(ctx: &TenantCtx, tx: &TenantTx, order: &OrderView, letter: Letter) -> Result<(), CommerceError> {
    let message = format!("A letter was written to {}: {}", letter.to, letter.subject);
    if mail::queue(ctx, tx, letter, order.summary.id.as_str()).await? {
        store::note(ctx, tx, &order.summary.id, EventKind::Mail, &message).await?;
    }
    Ok(())
}
