//! E-mails that follow from events of orders.

use stoa_email::{Email, EmailContext};
use stoa_entity::{TenantTx, load_run_items};
use stoa_kernel::event::Event;
use stoa_kernel::id::OrderId;
use stoa_kernel::load_tests::is_nobodys_address;
use stoa_kernel::order::OrderEventKind;
use stoa_kernel::{TenantCtx, boxed};

use super::emails::{
    gift_cards, order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled, order_received,
    order_refunded, payment_disputed, payment_sent_back,
};
use super::fulfillment::FulfillmentView;
use super::model::OrderView;
use super::{details, language, store};
use crate::CommerceError;
use crate::contributor_texts;

/// Processes an event of the outbox: queues the e-mails about orders. If an event is delivered twice, each e-mail is
/// still queued once. `base_url` has no trailing slash.
///
/// # Errors
/// When the database fails; the event must then be retried.
#[boxed]
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    let (order_id, is_told) = match event {
        Event::OrderPlaced { order_id }
        | Event::GiftCardsIssued { order_id }
        | Event::OrderAwaitsTransfer { order_id }
        | Event::PaymentSentBack { order_id, .. }
        | Event::PaymentDisputed { order_id, .. } => (order_id, true),
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
    let Some(known) = load(tx, order_id, base_url).await? else { return Ok(()) };
    let summary = &known.order.summary;
    let is_made_up = summary.test_mode && load_run_items::is_made_up(ctx, tx, Some(&summary.customer_email)).await?;
    for (message, reference) in emails_for_event(event, &known) {
        // The owner is not told of what a load test buys.
        if is_made_up && !is_nobodys_address(&message.to) {
            continue;
        }
        write(ctx, tx, &known.order, message, &reference).await?;
    }
    Ok(())
}

/// The e-mails for an event, each with its reference: to the owner and to the customer, in their languages and words.
fn emails_for_event(event: &Event, known: &OrderContext) -> Vec<(Email, String)> {
    let OrderContext { order: owners, shown: order, owner, customer } = known;
    let own = order.summary.id.to_string();
    match event {
        Event::OrderPlaced { .. } => emails_about_new(known, order_confirmed(order, customer)),
        // There are none if the order was refunded before the e-mail was written.
        Event::GiftCardsIssued { .. } if order.gift_cards.is_empty() => Vec::new(),
        Event::GiftCardsIssued { .. } => vec![(gift_cards(order, customer), own)],
        Event::OrderAwaitsTransfer { .. } => emails_about_new(known, order_awaits_transfer(order, customer)),
        Event::PaymentSentBack { payment_id, reason, .. } if !owner.site.contact_email.is_empty() => {
            vec![(payment_sent_back(owners, payment_id, reason, owner), payment_id.to_string())]
        }
        Event::PaymentDisputed { payment_id, dispute, status, told_on, .. } if !owner.site.contact_email.is_empty() => {
            let payment = owners.payments.iter().find(|payment| payment.id == *payment_id);
            let disputes = payment.map(|payment| payment.disputes.as_slice()).unwrap_or_default();
            let known = disputes.iter().find(|known| known.reference == *dispute);
            let message = known.map(|known| payment_disputed(owners, known, *status, owner));
            // One for each status that was told; it begins with the order, by which e-mails about it are found.
            let reference = format!("{own}:{payment_id}:{dispute}:{status}:{told_on}");
            message.map(|message| (message, reference)).into_iter().collect()
        }
        Event::PaymentSentBack { .. } | Event::PaymentDisputed { .. } => Vec::new(),
        Event::OrderFulfilled { fulfillment_id, .. } => {
            let named = order.fulfillments.iter().find(|parcel| Some(&parcel.id) == fulfillment_id.as_ref());
            let parcel = named.or_else(|| order.fulfillments.last());
            let message = |parcel: &FulfillmentView| (order_fulfilled(order, parcel, customer), parcel.id.to_string());
            parcel.map(message).into_iter().collect()
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

/// The e-mails about a new order: the one to the customer, and one to the owner who has an address.
fn emails_about_new(known: &OrderContext, to_customer: Email) -> Vec<(Email, String)> {
    let OrderContext { order, owner, .. } = known;
    let own = order.summary.id.to_string();
    let mut emails = vec![(to_customer, own.clone())];
    if !owner.site.contact_email.is_empty() {
        emails.push((order_received(order, owner), own));
    }
    emails
}

/// An order with the e-mail layouts for owner and customer.
struct OrderContext {
    order: OrderView,
    /// The order in the words of the customer.
    shown: OrderView,
    owner: EmailContext,
    customer: EmailContext,
}

async fn load(tx: &TenantTx, id: &OrderId, base_url: &str) -> Result<Option<OrderContext>, CommerceError> {
    let Some(row) = store::one(tx, id).await? else { return Ok(None) };
    let owner = EmailContext::load(tx, base_url).await?;
    let customer = owner.in_language(language::of_customer(tx, &row).await?.as_deref());
    let order = details::complete(tx, row).await?;
    Ok(Some(OrderContext { shown: order.clone().for_customer(), order, owner, customer }))
}

/// Queues an e-mail and adds it to the history of the order, unless it was queued before.
pub(super) async fn write(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &OrderView,
    email: Email,
    reference: &str,
) -> Result<(), CommerceError> {
    let message = contributor_texts::EMAIL_WAS_SENT.with("to", &email.to).with("subject", &email.subject).to_string();
    if stoa_email::queue(ctx, tx, email, reference).await? {
        store::note(ctx, tx, &order.summary.id, OrderEventKind::Mail, &message).await?;
    }
    Ok(())
}
