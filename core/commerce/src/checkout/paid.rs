//! What money does to an order: it is paid, set aside, on its way by transfer, or came too late.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, payment};
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;

use super::apply::{is_taken_later, pieces};
use super::status::{AttemptStatus, next_check_after};
use super::store;
use crate::orders::{EventKind, close_if_given, note};
use crate::payments::{CaptureMode, Instructions, PaymentChoices, PaymentDue};
use crate::ports::PaymentStatus;
use crate::pricing::PricingInputs;
use crate::settings::StoreSettings;
use crate::words::Words;
use crate::{CommerceError, cart_reminders, columns, discounts, donations, gift_cards, inventory, outbox, refunds};

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// Order states in which money is still wanted.
const UNPAID: [&str; 2] = ["AWAITING_PAYMENT", "FAILED"];

fn is_wanted(order: &order::Model) -> bool {
    UNPAID.contains(&order.payment_status.as_str()) || order.payment_status == "AUTHORIZED"
}

/// Money was taken. Money for an order that was called off, that was paid before, that costs more than it did when
/// the attempt was made, or whose items were sold meanwhile goes back at once, and the owner is told. When less was
/// taken than was asked for, the order stays unpaid for people to look into.
/// Gives the order as it is now when it was paid, and nothing else of it or of the attempt has changed.
pub(super) async fn captured(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<Option<order::Model>, CommerceError> {
    if order.fulfillment_status == "CANCELED" {
        return send_back(ctx, tx, payment, order, Words::of("en").sent_back_canceled).await.map(|()| None);
    }
    if !is_wanted(order) {
        return send_back(ctx, tx, payment, order, Words::of("en").sent_back_paid_before).await.map(|()| None);
    }
    if payment.captured_cents < order.grand_total_cents {
        return too_little(ctx, tx, payment, order).await.map(|()| None);
    }
    let order = &as_paid_by(tx, payment, order).await?;
    if !take_again(ctx, tx, order).await? {
        call_off(ctx, tx, order).await?;
        return send_back(ctx, tx, payment, order, Words::of("en").sent_back_sold_out).await.map(|()| None);
    }
    let paid = mark_paid(ctx, tx, order).await?;
    end_others(ctx, tx, payment).await?;
    let over = payment.captured_cents - order.grand_total_cents;
    if over > 0 {
        let why = Words::of("en").sent_back_too_much;
        note(ctx, tx, &order.id, EventKind::Payment, &format!("{why} The difference is given back.")).await?;
        refunds::begin_excess(ctx, tx, order, &payment.id, refunds::Excess { cents: over, why }).await?;
        return Ok(None);
    }
    Ok(paid)
}

/// An order is a test when what pays it is: of several attempts at it, the one that pays need not be the last.
async fn as_paid_by(
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<order::Model, CommerceError> {
    let Some(test_mode) = payment.test_mode.filter(|is_test| *is_test != order.test_mode) else {
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

/// Less was taken than the order costs. An attempt at the order as it was before does not pay it as it is now: its
/// money goes back, and the order waits for the attempt at what it costs. Where the provider took less than it was
/// asked for, people look into it.
async fn too_little(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    if payment.captured_cents > 0 && payment.amount_cents != order.grand_total_cents {
        return give_back(ctx, tx, payment, order, Words::of("en").sent_back_changed).await;
    }
    let message = "Less was taken than the order costs. The order stays unpaid: look into the payment.";
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .set(order::Column::HoldExpiresOn, None::<i64>)
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    note(ctx, tx, &order.id, EventKind::Payment, message).await
}

/// Money was set aside. When it is taken later the order stands from now on. Money for an order that is not
/// wanted any more, or that costs more than it did when the attempt was made, is marked to be let go.
pub(super) async fn set_aside(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    let is_enough = payment.amount_cents >= order.grand_total_cents;
    let is_open = order.fulfillment_status != "CANCELED" && is_unpaid(order) && is_enough;
    if is_open && !is_taken_later(payment) {
        return Ok(());
    }
    if !is_open || !take_again(ctx, tx, order).await? {
        return let_go(ctx, tx, payment).await;
    }
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(UNPAID))
        .set(order::Column::PaymentStatus, "AUTHORIZED")
        .set(order::Column::HoldExpiresOn, None::<i64>)
        .set(order::Column::StockHeld, true)
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    end_others(ctx, tx, payment).await?;
    note(ctx, tx, &order.id, EventKind::Payment, "The money was set aside. It is still to be taken.").await?;
    outbox::emit(ctx, tx, &Event::OrderPlaced { order_id: order.id.clone() }).await
}

/// Written down before the provider is asked, so that it is asked again when that fails.
pub(super) async fn let_go(ctx: &TenantCtx, tx: &TenantTx, payment: &payment::Model) -> Result<(), CommerceError> {
    tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .set(payment::Column::CaptureMode, CaptureMode::Never.name())
        .set(payment::Column::NextCheckOn, next_check_after(0).map(|wait| ctx.now_ms() + wait))
        .exec()
        .await?;
    if CaptureMode::from_name(&payment.capture_mode) == CaptureMode::Never {
        return Ok(());
    }
    let message = "Money that was set aside is not needed any more and is let go.";
    note(ctx, tx, &payment.order_id, EventKind::Payment, message).await
}

/// Ends the other attempts at an order that is paid now: a buyer with two of them open pays one.
async fn end_others(ctx: &TenantCtx, tx: &TenantTx, paid_by: &payment::Model) -> Result<(), CommerceError> {
    for other in store::cancelable(tx, &paid_by.order_id).await? {
        if other.id == paid_by.id {
            continue;
        }
        if AttemptStatus::from_name(&other.status) == AttemptStatus::Answered(PaymentStatus::Authorised) {
            let_go(ctx, tx, &other).await?;
        } else {
            store::expire(ctx, tx, &other).await?;
        }
    }
    Ok(())
}

fn is_unpaid(order: &order::Model) -> bool {
    UNPAID.contains(&order.payment_status.as_str())
}

/// The buyer pays by transfer or on delivery: the order stands. Until a transfer comes its stock is kept as long as the
/// owner chose; what is paid on delivery is sent before, and kept.
pub(super) async fn awaits_money(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<(), CommerceError> {
    let instructions: Option<Instructions> =
        columns::read_optional("payment.instructions", payment.instructions.as_ref())?;
    let (until, message) = match instructions.map(|own| own.due).unwrap_or_default() {
        PaymentDue::Ahead => {
            let (choices, _) = PaymentChoices::load(tx).await?;
            (Some(ctx.now_ms() + choices.transfer_hold_hours * HOUR_MS), "The customer pays by transfer.")
        }
        PaymentDue::OnDelivery => (None, "The customer pays on delivery. The order can be sent."),
    };
    let waits = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.eq("AWAITING_PAYMENT"))
        .filter(order::Column::StockHeld.eq(true))
        .set(order::Column::HoldExpiresOn, until)
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    if waits != 1 {
        return Ok(());
    }
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    note(ctx, tx, &order.id, EventKind::Payment, message).await?;
    outbox::emit(ctx, tx, &Event::OrderAwaitsTransfer { order_id: order.id.clone() }).await
}

/// Marks an order as paid whose stock is held, once, and gives it as it is then; none when it was paid before.
pub(super) async fn mark_paid(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
) -> Result<Option<order::Model>, CommerceError> {
    let paid = tx
        .update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(UNPAID.into_iter().chain(["AUTHORIZED"])))
        .set(order::Column::PaymentStatus, "PAID")
        .set(order::Column::PaidOn, Some(ctx.now_ms()))
        .set(order::Column::HoldExpiresOn, None::<i64>)
        .set(order::Column::StockHeld, true)
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .returning()
        .await?;
    let Some(paid) = paid.into_iter().next() else { return Ok(None) };
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    note(ctx, tx, &order.id, EventKind::Payment, "The order was paid.").await?;
    cart_reminders::note_order(ctx, tx, &order.email).await?;
    let items = store::items(tx, &order.id).await?;
    gift_cards::issue(ctx, tx, order, &items).await?;
    if order.payment_status != "AUTHORIZED" {
        outbox::emit(ctx, tx, &Event::OrderPlaced { order_id: order.id.clone() }).await?;
    }
    let paid = donations::close(ctx, tx, paid, &items).await?;
    close_if_given(ctx, tx, paid, &items).await.map(Some)
}

/// Takes the stock of an order again whose time was over: all of it, or nothing.
pub(crate) async fn take_again(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<bool, CommerceError> {
    if order.stock_held {
        return Ok(true);
    }
    let mut taken = Vec::new();
    for wanted in pieces(tx, order).await? {
        if inventory::take(ctx, tx, &order.id, vec![wanted.clone()]).await?.is_err() {
            inventory::give_back(ctx, tx, &order.id, taken).await?;
            return Ok(false);
        }
        taken.push(wanted);
    }
    let pricing: PricingInputs = columns::read("orders.pricing", &order.pricing)?;
    let buyer = discounts::Buyer { email: &order.email, account: order.site_user_id.as_ref() };
    discounts::take_late(ctx, tx, &order.id, buyer, &pricing.discounts).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .set(order::Column::StockHeld, true)
        .exec()
        .await?;
    note(ctx, tx, &order.id, EventKind::Payment, "The payment came late. The items were still there.").await?;
    Ok(true)
}

/// An order whose money came too late for its items is over.
async fn call_off(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::FulfillmentStatus.eq("PENDING"))
        .set(order::Column::FulfillmentStatus, "CANCELED")
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    store::link_cart(ctx, tx, &order.cart_id, &order.id, true).await?;
    note(ctx, tx, &order.id, EventKind::Canceled, "The order was canceled: its items are sold out.").await
}

/// Money that an order does not want any more goes back. The order counts as paid until it has gone.
async fn send_back(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
    why: &str,
) -> Result<(), CommerceError> {
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(order::Column::PaymentStatus.is_in(UNPAID.into_iter().chain(["AUTHORIZED"])))
        .set(order::Column::PaymentStatus, "PAID")
        .set(order::Column::PaidOn, Some(ctx.now_ms()))
        .set(order::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    give_back(ctx, tx, payment, order, why).await
}

/// All money of an attempt goes back, and the owner is told why. What the order waits for stays.
async fn give_back(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
    why: &str,
) -> Result<(), CommerceError> {
    note(ctx, tx, &order.id, EventKind::Payment, &format!("{why} The money is given back.")).await?;
    refunds::begin_payment(ctx, tx, order, &payment.id, why).await?;
    let event =
        Event::PaymentSentBack { order_id: order.id.clone(), payment_id: payment.id.clone(), reason: why.to_owned() };
    outbox::emit(ctx, tx, &event).await
}
