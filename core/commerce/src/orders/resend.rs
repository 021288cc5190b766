//! Resends e-mails about an order, with its current data.

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::MailId;
use stoa_kernel::order::FulfillmentStatus;
use stoa_kernel::payment::RefundStatus;
use stoa_kernel::permission::{Action, Resource};

use super::emails::{gift_cards, order_canceled, order_confirmed, order_fulfilled, order_refunded};
use super::model::OrderView;
use super::{events, language, store};
use crate::CommerceError;
use stoa_email::{Email, EmailContext};

const UNREADABLE: &str = "The codes of these gift cards were encrypted with another key and cannot be read.";
const ERASED: &str = "The customer of this order was erased. There is no e-mail address.";

/// Queues an e-mail to the customer again: `order-confirmed`, `gift-cards`, `order-fulfilled` about the latest parcel,
/// `order-refunded` about the latest refund, or `order-canceled`. `base_url` has no trailing slash.
///
/// # Errors
/// When the caller may not send e-mails, or [`CommerceError::Conflict`] when there is nothing to report.
pub async fn resend(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &str,
    kind: &str,
    base_url: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, false).await?;
    let language = language::of_customer(&tx, &row).await?;
    let head = EmailContext::load(&tx, base_url).await?.in_language(language.as_deref());
    let order = store::complete(&tx, row).await?;
    if order.summary.customer_email.is_empty() {
        return Err(CommerceError::Conflict(ERASED.to_owned()));
    }
    let message = message(&order, kind, &head)?;
    events::write(ctx, &tx, &order, message, &format!("{order_id}:{}", MailId::generate())).await?;
    let row = store::find(&tx, order_id, false).await?;
    let view = store::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

fn message(order: &OrderView, kind: &str, head: &EmailContext) -> Result<Email, CommerceError> {
    let missing = |reason: &str| CommerceError::Conflict(reason.to_owned());
    match kind {
        "order-confirmed" if order.summary.payment_status.is_unpaid() => Err(missing("The order is not paid.")),
        "order-confirmed" => Ok(order_confirmed(order, head)),
        "gift-cards" if order.gift_cards.is_empty() => Err(missing("The order has no gift cards.")),
        "gift-cards" if order.gift_cards.iter().any(|card| card.code.is_empty()) => Err(missing(UNREADABLE)),
        "gift-cards" => Ok(gift_cards(order, head)),
        "order-fulfilled" => {
            let parcel = order.fulfillments.last().ok_or_else(|| missing("Nothing in this order was fulfilled."))?;
            Ok(order_fulfilled(order, parcel, head))
        }
        "order-refunded" => {
            let refund = order.refunds.iter().rev().find(|refund| refund.status == RefundStatus::Succeeded);
            Ok(order_refunded(order, refund.ok_or_else(|| missing("Nothing was refunded."))?, head))
        }
        "order-canceled" if order.summary.fulfillment_status == FulfillmentStatus::Canceled => {
            Ok(order_canceled(order, head))
        }
        "order-canceled" => Err(missing("The order was not canceled.")),
        _ => Err(CommerceError::field("kind", "There is no such e-mail.")),
    }
}
