//! Resends e-mails about an order, with its current data.

use stoa_email::{Email, EmailContext};
use stoa_entity::TenantDb;
use stoa_kernel::id::{MailId, OrderId};
use stoa_kernel::order::{FulfillmentStatus, OrderEmailKind};
use stoa_kernel::payment::RefundStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::emails::{gift_cards, order_canceled, order_confirmed, order_fulfilled, order_refunded};
use super::model::OrderView;
use super::{details, events, language, store};
use crate::CommerceError;
use crate::contributor_texts;

const UNREADABLE: &str = contributor_texts::GIFT_CARD_CODES_UNREADABLE.english();
const ERASED: &str = contributor_texts::CUSTOMER_ERASED_NO_ADDRESS.english();

/// Queues an e-mail to the customer again. `base_url` has no trailing slash.
///
/// # Errors
/// When the caller may not send e-mails, or [`CommerceError::Conflict`] when there is nothing to report.
#[boxed]
pub async fn resend(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    kind: OrderEmailKind,
    base_url: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, false).await?;
    let language = language::of_customer(&tx, &row).await?;
    let head = EmailContext::load(&tx, base_url).await?.in_language(language.as_deref());
    let order = details::complete(&tx, row).await?.for_customer();
    if order.summary.customer_email.is_empty() {
        return Err(CommerceError::Conflict(ERASED.to_owned()));
    }
    let message = message(&order, kind, &head)?;
    events::write(ctx, &tx, &order, message, &format!("{order_id}:{}", MailId::generate())).await?;
    let row = store::find(&tx, order_id, false).await?;
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

fn message(order: &OrderView, kind: OrderEmailKind, head: &EmailContext) -> Result<Email, CommerceError> {
    let missing = |reason: &str| CommerceError::Conflict(reason.to_owned());
    match kind {
        OrderEmailKind::Confirmed if order.summary.payment_status.is_unpaid() => {
            Err(missing(contributor_texts::ORDER_NOT_PAID.english()))
        }
        OrderEmailKind::Confirmed => Ok(order_confirmed(order, head)),
        OrderEmailKind::GiftCards if order.gift_cards.is_empty() => {
            Err(missing(contributor_texts::ORDER_HAS_NO_GIFT_CARDS.english()))
        }
        OrderEmailKind::GiftCards if order.gift_cards.iter().any(|card| card.code.is_empty()) => {
            Err(missing(UNREADABLE))
        }
        OrderEmailKind::GiftCards => Ok(gift_cards(order, head)),
        OrderEmailKind::Fulfilled => {
            let parcel =
                order.fulfillments.last().ok_or_else(|| missing(contributor_texts::NOTHING_WAS_FULFILLED.english()))?;
            Ok(order_fulfilled(order, parcel, head))
        }
        OrderEmailKind::Refunded => {
            let refund = order.refunds.iter().rev().find(|refund| refund.status == RefundStatus::Succeeded);
            Ok(order_refunded(
                order,
                refund.ok_or_else(|| missing(contributor_texts::NOTHING_WAS_REFUNDED.english()))?,
                head,
            ))
        }
        OrderEmailKind::Canceled if order.summary.fulfillment_status == FulfillmentStatus::Canceled => {
            Ok(order_canceled(order, head))
        }
        OrderEmailKind::Canceled => Err(missing(contributor_texts::ORDER_WAS_NOT_CANCELED.english())),
    }
}
