//! Effects of payments on orders: captured, authorised, awaiting transfer, or too late.

use sea_orm::ColumnTrait;
use stoa_email::refund_reason;
use stoa_entity::TenantTx;
use stoa_entity::outbox;
use stoa_entity::tenant::{order, payment};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::event::Event;
use stoa_kernel::money::Cents;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, CaptureMode, RefundCause, RefundReason};
use stoa_kernel::{Actor, TenantCtx};
use stoa_messages::Catalogue;

use super::apply::{is_captured_later, pieces};
use super::status_checks::next_check_after;
use super::store;
use crate::orders::{mark_fulfilled_if_digital, note};
use crate::payments::{PaymentChoices, PaymentDue};
use crate::settings::StoreSettings;
use crate::site_events::{Listening, PaidOrder};
use crate::{
    CommerceError, cart_reminders, contributor_texts, discounts, donations, gift_cards, inventory, refunds, site_events,
};

/// Handles a capture. The money is refunded at once, and the site owner notified, when the order was cancelled or
/// already paid, when its total has increased since the attempt, or when its items were sold meanwhile. When less than
/// the requested amount was captured, the order stays unpaid for manual review. Returns the updated order when it was
/// paid and nothing else of it or of the attempt has changed.
pub(super) async fn captured(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<Option<order::Model>, CommerceError> {
    if order.fulfillment_status == FulfillmentStatus::Canceled {
        return refund_unneeded_payment(ctx, tx, payment, order, RefundReason::PaidAfterCancellation)
            .await
            .map(|()| None);
    }
    if order.payment_status.is_captured() {
        return refund_unneeded_payment(ctx, tx, payment, order, RefundReason::PaidBefore).await.map(|()| None);
    }
    if payment.captured_cents < order.grand_total_cents {
        return handle_underpayment(ctx, tx, payment, order).await.map(|()| None);
    }
    let order = &as_paid_by(ctx, tx, payment, order).await?;
    if !reserve_stock_again(ctx, tx, order).await? {
        cancel_order(ctx, tx, order).await?;
        return refund_unneeded_payment(ctx, tx, payment, order, RefundReason::SoldOut).await.map(|()| None);
    }
    let listening = Listening::to_payment(tx).await?;
    let is_placed = site_events::is_placed_by_payment(tx, &listening, order).await?;
    let paid = mark_paid(ctx, tx, order).await?;
    if let Some(paid) = &paid {
        site_events::order_paid(ctx, tx, &listening, PaidOrder { before: order, paid, is_placed }).await?;
    }
    end_others(ctx, tx, payment).await?;
    let over = payment.captured_cents - order.grand_total_cents;
    if over > Cents::ZERO {
        let why = refund_reason(Catalogue::for_language("en"), RefundReason::Overpaid);
        note(ctx, tx, &order.id, OrderEventKind::Payment, &format!("{why} The difference is refunded.")).await?;
        refunds::record_excess_refund(ctx, tx, order, &payment.id, over).await?;
        return Ok(None);
    }
    Ok(paid)
}

/// Whether an attempt takes no real money: by a test method, or by a provider that was told that the shop is in test
/// mode. What is transferred by instructions, and recorded by hand, is real in any mode, since no provider takes it.
/// None when not recorded.
pub(crate) fn is_test(payment: &payment::Model) -> Option<bool> {
    let is_told = payment.shop_test_mode == Some(true) && payment.instructions.is_none();
    if is_told { Some(true) } else { payment.test_mode }
}

/// The same for what an outcome reports. Providers have instructions, too, such as vouchers, and pay those of test mode
/// without money: only contributors know that money arrived in another way.
fn is_paid_as_test(ctx: &TenantCtx, payment: &payment::Model) -> Option<bool> {
    let is_by_provider = match ctx.actor() {
        Actor::PaymentProvider | Actor::Visitor | Actor::SiteUser(_) => true,
        Actor::Contributor(_) | Actor::System => false,
    };
    if is_by_provider && payment.shop_test_mode == Some(true) { Some(true) } else { is_test(payment) }
}

/// Sets the order's test mode to that of the attempt that pays it, which need not be the latest attempt.
async fn as_paid_by(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<order::Model, CommerceError> {
    let Some(test_mode) = is_paid_as_test(ctx, payment).filter(|is_test| *is_test != order.test_mode) else {
        return Ok(order.clone());
    };
    let hands_out = Some(!test_mode || StoreSettings::load(tx).await?.delivers_test_orders);
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .set(order::Column::TestMode, test_mode)
        .set(order::Column::HandsOut, hands_out)
        .exec()
        .await?;
    Ok(order::Model { test_mode, hands_out, ..order.clone() })
}

/// Less was captured than the order's total. If the attempt was made for an earlier total, it is refunded and the order
/// waits for another attempt. If the provider captured less than requested, the order needs manual review.
async fn handle_underpayment(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    if payment.captured_cents > Cents::ZERO && payment.amount_cents != order.grand_total_cents {
        return refund_attempt(ctx, tx, payment, order, RefundReason::OrderChanged).await;
    }
    let message = contributor_texts::CAPTURED_LESS_THAN_TOTAL.english();
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .set(order::Column::HoldExpiresOn, None::<Timestamp>)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    note(ctx, tx, &order.id, OrderEventKind::Payment, message).await
}

/// Handles an authorisation. If it is to be captured later, the order counts as placed. An authorisation of an order
/// that is not open any more, or whose total has increased since the attempt, is marked to be voided.
pub(super) async fn handle_authorisation(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    let is_enough = payment.amount_cents >= order.grand_total_cents;
    let is_canceled = order.fulfillment_status == FulfillmentStatus::Canceled;
    let is_open = !is_canceled && order.payment_status.is_unpaid() && is_enough;
    if is_open && !is_captured_later(payment) {
        return Ok(());
    }
    if !is_open || !reserve_stock_again(ctx, tx, order).await? {
        return void_authorisation(ctx, tx, payment).await;
    }
    let order = &as_paid_by(ctx, tx, payment, order).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::that_may_become(OrderPaymentStatus::Authorized)))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::Authorized)
        .set(order::Column::HoldExpiresOn, None::<Timestamp>)
        .set(order::Column::StockHeld, true)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    end_others(ctx, tx, payment).await?;
    note(ctx, tx, &order.id, OrderEventKind::Payment, contributor_texts::PAYMENT_AUTHORIZED.english()).await?;
    site_events::order_placed(ctx, tx, &order.id).await?;
    Ok(outbox::emit(ctx, tx, &Event::OrderPlaced { order_id: order.id.clone() }).await?)
}

/// Marks an authorisation to be voided. Stored before the provider is called, so that the call is retried if it fails.
pub(super) async fn void_authorisation(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
) -> Result<(), CommerceError> {
    tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .set(payment::Column::CaptureMode, CaptureMode::Never)
        .set(payment::Column::NextCheckOn, next_check_after(0).map(|wait| ctx.now() + wait))
        .exec()
        .await?;
    if payment.capture_mode == CaptureMode::Never {
        return Ok(());
    }
    let message = contributor_texts::AUTHORIZATION_VOIDED.english();
    note(ctx, tx, &payment.order_id, OrderEventKind::Payment, message).await
}

/// Ends the other attempts of an order that is paid, so that a buyer with two open attempts pays only once.
async fn end_others(ctx: &TenantCtx, tx: &TenantTx, paid_by: &payment::Model) -> Result<(), CommerceError> {
    for other in store::cancelable(tx, &paid_by.order_id).await? {
        if other.id == paid_by.id {
            continue;
        }
        if other.status == AttemptStatus::Authorised {
            void_authorisation(ctx, tx, &other).await?;
        } else {
            store::expire(ctx, tx, &other).await?;
        }
    }
    Ok(())
}

/// The buyer pays by transfer or on delivery: the order is placed. For a transfer, stock is reserved for the time set
/// by the owner; for payment on delivery, without limit, because the order is shipped before it is paid.
pub(super) async fn handle_awaiting_payment(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    let due = payment.instructions.as_ref().map(|own| own.0.due).unwrap_or_default();
    let (until, message) = match due {
        PaymentDue::Ahead => {
            let (choices, _) = PaymentChoices::load(tx).await?;
            (
                Some(ctx.now() + choices.transfer_hold_hours * HOUR_MS),
                contributor_texts::CUSTOMER_PAYS_BY_TRANSFER.english(),
            )
        }
        PaymentDue::OnDelivery => (None, contributor_texts::CUSTOMER_PAYS_ON_DELIVERY.english()),
    };
    let waits = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.eq(OrderPaymentStatus::AwaitingPayment))
        .filter(order::Column::StockHeld.eq(true))
        .set(order::Column::HoldExpiresOn, until)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if waits != 1 {
        return Ok(());
    }
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    note(ctx, tx, &order.id, OrderEventKind::Payment, message).await?;
    site_events::order_placed(ctx, tx, &order.id).await?;
    Ok(outbox::emit(ctx, tx, &Event::OrderAwaitsTransfer { order_id: order.id.clone() }).await?)
}

/// Marks an order with reserved stock as paid, only once. Returns the updated order; `None` when it was already paid.
pub(super) async fn mark_paid(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
) -> Result<Option<order::Model>, CommerceError> {
    let paid = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::that_may_become(OrderPaymentStatus::Paid)))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::Paid)
        .set(order::Column::PaidOn, Some(ctx.now()))
        .set(order::Column::HoldExpiresOn, None::<Timestamp>)
        .set(order::Column::StockHeld, true)
        .set(order::Column::UpdatedOn, ctx.now())
        .returning()
        .await?;
    let Some(paid) = paid.into_iter().next() else { return Ok(None) };
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    note(ctx, tx, &order.id, OrderEventKind::Payment, contributor_texts::ORDER_WAS_PAID.english()).await?;
    cart_reminders::note_order(ctx, tx, &order.email).await?;
    let items = store::items(tx, &order.id).await?;
    gift_cards::issue(ctx, tx, order, &items).await?;
    if order.payment_status != OrderPaymentStatus::Authorized {
        outbox::emit(ctx, tx, &Event::OrderPlaced { order_id: order.id.clone() }).await?;
    }
    let paid = donations::close(ctx, tx, paid, &items).await?;
    mark_fulfilled_if_digital(ctx, tx, paid, &items).await.map(Some)
}

/// Reserves the stock of an order again for a payment that arrived after the reservation expired: all of it, or nothing.
pub(crate) async fn reserve_stock_again(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
) -> Result<bool, CommerceError> {
    if order.stock_held {
        return Ok(true);
    }
    let is_taken = take_stock_again(ctx, tx, order).await?;
    if is_taken {
        note(ctx, tx, &order.id, OrderEventKind::Payment, contributor_texts::PAYMENT_ARRIVED_LATE.english()).await?;
    }
    Ok(is_taken)
}

/// Reserves the stock of an order whose reservation is over: all of it, or nothing.
pub(crate) async fn take_stock_again(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
) -> Result<bool, CommerceError> {
    if order.stock_held {
        return Ok(true);
    }
    let mut taken = Vec::new();
    for wanted in pieces(tx, order).await? {
        if inventory::take(ctx, tx, &order.id, vec![wanted.clone()]).await?.is_err() {
            inventory::restore_stock(ctx, tx, &order.id, taken).await?;
            return Ok(false);
        }
        taken.push(wanted);
    }
    let pricing = &order.pricing.0;
    let buyer = discounts::Buyer { email: &order.email, account: order.site_user_id.as_ref() };
    discounts::take_after_release(ctx, tx, &order.id, buyer, &pricing.discounts).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .set(order::Column::StockHeld, true)
        .exec()
        .await?;
    Ok(true)
}

/// Cancels an order whose items were sold out when the payment arrived.
async fn cancel_order(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Canceled)
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    let reason = contributor_texts::CANCELED_AS_SOLD_OUT.english();
    site_events::order_cancelled(ctx, tx, &order.id, reason).await?;
    note(ctx, tx, &order.id, OrderEventKind::Canceled, reason).await
}

/// Refunds a payment that the order does not need. The order counts as paid until the refund is done: as a
/// test if it was a test that paid it, so that reports leave both out.
async fn refund_unneeded_payment(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
    reason: RefundReason,
) -> Result<(), CommerceError> {
    if !order.payment_status.is_captured() {
        as_paid_by(ctx, tx, payment, order).await?;
    }
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::that_may_become(OrderPaymentStatus::Paid)))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::Paid)
        .set(order::Column::PaidOn, Some(ctx.now()))
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    refund_attempt(ctx, tx, payment, order, reason).await
}

/// Refunds an attempt completely and notifies the owner of the reason. The order's state is not changed.
async fn refund_attempt(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
    reason: RefundReason,
) -> Result<(), CommerceError> {
    let why = refund_reason(Catalogue::for_language("en"), reason);
    note(ctx, tx, &order.id, OrderEventKind::Payment, &format!("{why} The payment is refunded.")).await?;
    refunds::record_payment_refund(ctx, tx, order, &payment.id, reason).await?;
    let event = Event::PaymentSentBack {
        order_id: order.id.clone(),
        payment_id: payment.id.clone(),
        reason: RefundCause::Known(reason),
    };
    Ok(outbox::emit(ctx, tx, &event).await?)
}

#[cfg(test)]
mod tests {
    use stoa_email::refund_reason;
    use stoa_kernel::payment::{AttemptStatus, RefundReason};
    use stoa_messages::Catalogue;

    use crate::contributor_texts::PROBLEM_TEXTS;

    fn has_code(sentence: &str) -> bool {
        PROBLEM_TEXTS.iter().any(|text| text.english() == sentence)
    }

    #[test]
    fn notes_about_payments_have_codes() {
        let why = |reason: RefundReason| refund_reason(Catalogue::for_language("en"), reason);
        for reason in [
            RefundReason::PaidAfterCancellation,
            RefundReason::PaidBefore,
            RefundReason::SoldOut,
            RefundReason::OrderChanged,
        ] {
            let sentence = format!("{} The payment is refunded.", why(reason));
            assert!(has_code(&sentence), "{sentence}");
        }
        let sentence = format!("{} The difference is refunded.", why(RefundReason::Overpaid));
        assert!(has_code(&sentence), "{sentence}");
        for status in [AttemptStatus::Declined, AttemptStatus::Expired, AttemptStatus::Voided] {
            let sentence = format!("The payment was {status}.");
            assert!(has_code(&sentence), "{sentence}");
        }
    }
}
