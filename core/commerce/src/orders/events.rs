use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OrderId;

use super::fulfillment::FulfillmentView;
use super::letters::{
    gift_cards, order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled, order_received,
    order_refunded, payment_sent_back,
};
use super::model::{EventKind, OrderView};
use super::{language, store};
use crate::CommerceError;
use crate::mail::{self, Letter, Letterhead};

/// Does what follows from an event of the outbox: writes the letters. An event that comes twice
/// writes each letter once. `base_url` is the site's address without a closing slash.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    let (order_id, is_told) = match event {
        Event::OrderPlaced { order_id }
        | Event::GiftCardsIssued { order_id }
        | Event::OrderAwaitsTransfer { order_id }
        | Event::PaymentSentBack { order_id, .. } => (order_id, true),
        Event::OrderFulfilled { order_id, notify, .. }
        | Event::OrderRefunded { order_id, notify, .. }
        | Event::OrderCanceled { order_id, notify } => (order_id, *notify),
        Event::RestockAnnounced { .. }
        | Event::CommentsArrived
        | Event::PublicationFailed { .. }
        | Event::FormSubmitted { .. }
        | Event::FormWebhookWanted { .. }
        | Event::NewsWanted { .. }
        | Event::EmailVerificationWanted { .. }
        | Event::EmailChangeWanted { .. }
        | Event::AccountExists { .. }
        | Event::EmailChanged { .. }
        | Event::PasswordResetWanted { .. } => return Ok(()),
    };
    if !is_told {
        return Ok(());
    }
    let Some(Told { order, owner, customer }) = load(tx, order_id, base_url).await? else { return Ok(()) };
    for (letter, reference) in letters_of(event, &order, &owner, &customer) {
        write(ctx, tx, &order, letter, &reference).await?;
    }
    Ok(())
}

/// The letters that an event asks for, each with what it is about: to the owner and to the customer, as each reads the
/// site.
fn letters_of(event: &Event, order: &OrderView, owner: &Letterhead, customer: &Letterhead) -> Vec<(Letter, String)> {
    let own = order.summary.id.to_string();
    match event {
        Event::OrderPlaced { .. } => {
            let mut letters = vec![(order_confirmed(order, customer), own.clone())];
            if !owner.settings.contact_email.is_empty() {
                letters.push((order_received(order, owner), own));
            }
            letters
        }
        // Without one its money went back before the letter was written.
        Event::GiftCardsIssued { .. } if order.gift_cards.is_empty() => Vec::new(),
        Event::GiftCardsIssued { .. } => vec![(gift_cards(order, customer), own)],
        Event::OrderAwaitsTransfer { .. } => {
            let mut letters = vec![(order_awaits_transfer(order, customer), own.clone())];
            if !owner.settings.contact_email.is_empty() {
                letters.push((order_received(order, owner), own));
            }
            letters
        }
        Event::PaymentSentBack { payment_id, reason, .. } if !owner.settings.contact_email.is_empty() => {
            vec![(payment_sent_back(order, payment_id, reason, owner), payment_id.to_string())]
        }
        Event::PaymentSentBack { .. } => Vec::new(),
        Event::OrderFulfilled { fulfillment_id, .. } => {
            let named = order.fulfillments.iter().find(|parcel| Some(&parcel.id) == fulfillment_id.as_ref());
            let parcel = named.or_else(|| order.fulfillments.last());
            let letter = |parcel: &FulfillmentView| (order_fulfilled(order, parcel, customer), parcel.id.to_string());
            parcel.map(letter).into_iter().collect()
        }
        Event::OrderRefunded { refund_id, .. } => {
            let refund = order.refunds.iter().find(|refund| refund.id == *refund_id);
            refund.map(|refund| (order_refunded(order, refund, customer), refund.id.to_string())).into_iter().collect()
        }
        Event::OrderCanceled { .. } => vec![(order_canceled(order, customer), own)],
        Event::RestockAnnounced { .. }
        | Event::CommentsArrived
        | Event::PublicationFailed { .. }
        | Event::FormSubmitted { .. }
        | Event::FormWebhookWanted { .. }
        | Event::NewsWanted { .. }
        | Event::EmailVerificationWanted { .. }
        | Event::EmailChangeWanted { .. }
        | Event::AccountExists { .. }
        | Event::EmailChanged { .. }
        | Event::PasswordResetWanted { .. } => Vec::new(),
    }
}

/// An order that letters are about, and the shop as owner and customer read it.
struct Told {
    order: OrderView,
    owner: Letterhead,
    customer: Letterhead,
}

async fn load(tx: &TenantTx, id: &OrderId, base_url: &str) -> Result<Option<Told>, CommerceError> {
    let Some(row) = store::one(tx, id).await? else { return Ok(None) };
    let owner = Letterhead::load(tx, base_url).await?;
    let customer = owner.in_language(language::of_customer(tx, &row).await?.as_deref());
    Ok(Some(Told { order: store::complete(tx, row).await?, owner, customer }))
}

/// Queues a letter and notes it in the order's history, unless it was written before.
pub(super) async fn write(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderView,
    letter: Letter,
    reference: &str,
) -> Result<(), CommerceError> {
    let message = format!("A letter was written to {}: {}", letter.to, letter.subject);
    if mail::queue(ctx, tx, letter, reference).await? {
        store::note(ctx, tx, &order.summary.id, EventKind::Mail, &message).await?;
    }
    Ok(())
}
