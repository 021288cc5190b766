//! Refunds against a database and a provider that answers as told.

use std::sync::atomic::Ordering;
use std::time::Duration;

use stoa_commerce::CommerceError;
use stoa_commerce::orders::{self, Cancellation, FulfillmentLine, NewFulfillment, OrderView};
use stoa_commerce::ports::{Outcome, PaymentError, PaymentStatus, Webhook};
use stoa_commerce::refunds::{self, NewRefund, RefundLine, RefundResult, RequestedRefund};
use stoa_entity::tenant::refund as refund_row;
use stoa_kernel::id::OrderId;
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::payment::{AttemptStatus, RefundStatus};

use crate::shop::{ProviderResult, Shop, TestProduct, outcome_with, redirect, timeout};

/// The provider's word that so much of the money has gone back altogether.
fn fully_refunded(minor: i64) -> ProviderResult {
    let refunded = Some(Money::new(minor, Currency::DEFAULT));
    Ok(Outcome { refunded, ..Outcome::plain(PaymentStatus::PartiallyRefunded) })
}

async fn bought(shop: &Shop, sold: &TestProduct, quantity: i64, total: i64) -> OrderId {
    let (_, token) = shop.ready(sold, quantity).await;
    shop.submit(&token, "one", total).await.unwrap().order_id
}

async fn detail(shop: &Shop, id: &OrderId) -> OrderView {
    orders::detail(&shop.owner, &shop.site.db, id).await.unwrap()
}

fn wish(key: &str, wish: RequestedRefund) -> NewRefund {
    NewRefund { idempotency_key: format!("refund-{key}"), wish, ..NewRefund::default() }
}

fn amount(cents: i64) -> RequestedRefund {
    RequestedRefund { amount_cents: Some(Cents(cents)), ..RequestedRefund::default() }
}

fn pieces(order: &OrderView, quantity: i64) -> RequestedRefund {
    let line = RefundLine { order_item_id: order.items[0].id.to_string(), quantity };
    RequestedRefund { items: vec![line], ..RequestedRefund::default() }
}

async fn refund(shop: &Shop, id: &OrderId, new: NewRefund) -> Result<RefundResult, CommerceError> {
    refunds::refund(&shop.owner, &shop.site.db, &shop.payments, id, new).await
}

async fn reconcile(shop: &Shop) -> usize {
    refunds::reconcile_due(&shop.owner, &shop.site.db, &shop.payments).await.unwrap()
}

#[tokio::test]
async fn refund_of_lines_shipping_and_tax() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 333, Some(9)).await;
    // Three mugs for 9.99, 1.00 tax and 5.00 delivery.
    let id = bought(&shop, &mug, 3, 1_599).await;
    let order = detail(&shop, &id).await;
    assert_eq!(order.refundable_cents.0, 1_599);
    shop.payments.say(fully_refunded(366));
    let first = refund(&shop, &id, wish("1", pieces(&order, 1))).await.unwrap();
    assert_eq!((first.refund.amount_cents.0, first.refund.status), (366, RefundStatus::Succeeded));
    assert_eq!(first.order.summary.payment_status, OrderPaymentStatus::PartiallyRefunded);
    assert_eq!(shop.payments_made().await[0].status, AttemptStatus::PartiallyRefunded);
    shop.payments.say(fully_refunded(1_099));
    let rest = refund(&shop, &id, wish("2", pieces(&order, 2))).await.unwrap();
    assert_eq!(rest.refund.amount_cents.0, 733);
    shop.payments.say(fully_refunded(1_599));
    let delivery = RequestedRefund { shipping_cents: Cents(500), ..RequestedRefund::default() };
    let last = refund(&shop, &id, wish("3", delivery)).await.unwrap();
    assert_eq!((last.order.summary.payment_status, last.order.refundable_cents.0), (OrderPaymentStatus::Refunded, 0));
    assert_eq!((last.order.refunds.len(), shop.payments_made().await[0].status), (3, AttemptStatus::Refunded));
    let more = refund(&shop, &id, wish("4", amount(1))).await;
    assert!(matches!(more, Err(CommerceError::Conflict(_))));
}

/// How often the history of an order says so.
fn history_count(order: &OrderView, what: &str) -> usize {
    order.timeline.iter().filter(|entry| entry.message.contains(what)).count()
}

const TAKEN: &str = "has accepted the refund and will process it";
const UNCLEAR: &str = "did not give a clear answer to the refund";

#[tokio::test]
async fn refund_webhook_without_amount() {
    for (word, status, refunded, message) in [
        (PaymentStatus::PartiallyRefunded, RefundStatus::Succeeded, 700, "$7.00 was refunded."),
        (PaymentStatus::Refunded, RefundStatus::Succeeded, 1_600, "$7.00 was refunded."),
        (PaymentStatus::Pending, RefundStatus::Pending, 0, TAKEN),
        (PaymentStatus::Unknown, RefundStatus::Unknown, 0, UNCLEAR),
        (PaymentStatus::Declined, RefundStatus::Failed, 0, "A refund failed: The payment provider refused the refund."),
    ] {
        let (shop, mug) = Shop::with_mugs(9).await;
        let id = bought(&shop, &mug, 1, 1_600).await;
        shop.payments.say(outcome_with(word));
        let answer = refund(&shop, &id, wish("1", amount(700))).await.unwrap();
        assert_eq!((answer.refund.status, answer.order.refunded_cents.0), (status, refunded), "{word:?}");
        assert_eq!(history_count(&answer.order, message), 1, "{word:?}: {:?}", answer.order.timeline);
        assert_eq!(history_count(&answer.order, "returned to stock"), 0);
    }
}

#[tokio::test]
async fn provider_refund_state_is_kept() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    let state = serde_json::json!({"charge": "ch_1"});
    let refunded = Some(Money::new(100, Currency::DEFAULT));
    let plain = Outcome { refunded, ..Outcome::plain(PaymentStatus::PartiallyRefunded) };
    shop.payments.say(Ok(Outcome { provider_state: state.clone(), ..plain }));
    refund(&shop, &id, wish("1", amount(100))).await.unwrap();
    assert_eq!(shop.payments_made().await[0].provider_state, state);
    shop.payments.say(fully_refunded(200));
    refund(&shop, &id, wish("2", amount(100))).await.unwrap();
    assert_eq!(shop.payments_made().await[0].provider_state, state);
}

#[tokio::test]
async fn excess_refund_rejected_without_provider_call() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    let order = detail(&shop, &id).await;
    for (key, wish_of) in [
        ("a", pieces(&order, 2)),
        ("b", amount(1_601)),
        ("c", RequestedRefund { shipping_cents: Cents(501), ..RequestedRefund::default() }),
    ] {
        let refused = refund(&shop, &id, wish(key, wish_of)).await;
        assert!(matches!(refused, Err(CommerceError::Conflict(_))), "{key}: {refused:?}");
    }
    assert!(matches!(refund(&shop, &id, wish("d", RequestedRefund::default())).await, Err(CommerceError::Invalid(_))));
    assert!(shop.payments.refunds.lock().unwrap().is_empty());
    assert!(refunds::refund(&shop.ctx, &shop.site.db, &shop.payments, &id, wish("e", amount(1))).await.is_err());
}

#[tokio::test]
async fn repeated_refund_is_idempotent() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    shop.payments.say(fully_refunded(700));
    let (one, other) =
        tokio::join!(refund(&shop, &id, wish("x", amount(700))), refund(&shop, &id, wish("x", amount(700))));
    assert_eq!(one.unwrap().refund.id, other.unwrap().refund.id);
    assert_eq!(shop.payments.refunds.lock().unwrap().len(), 1);
    let again = refund(&shop, &id, wish("x", amount(700))).await.unwrap();
    assert_eq!((again.refund.status, again.order.refunded_cents.0), (RefundStatus::Succeeded, 700));
    let other_amount = refund(&shop, &id, wish("x", amount(701))).await;
    assert!(matches!(other_amount, Err(CommerceError::Conflict(_))));
}

#[tokio::test]
async fn declined_refund_has_reason() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    let buyer_message = Some("The card was closed.".to_owned());
    shop.payments.say(Err(PaymentError::Refused { reason: "closed".to_owned(), buyer_message }));
    let failed = refund(&shop, &id, wish("1", amount(700))).await.unwrap();
    assert_eq!(
        (failed.refund.status, failed.refund.message.as_deref()),
        (RefundStatus::Failed, Some("The card was closed."))
    );
    assert_eq!(
        (failed.order.summary.payment_status, failed.order.refundable_cents.0),
        (OrderPaymentStatus::Paid, 1_600)
    );
}

#[tokio::test]
async fn busy_provider_refund_is_postponed() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    let busy = || Err(PaymentError::NotNow { reason: "busy".to_owned(), buyer_message: None });
    shop.payments.say(busy());
    let asked = refund(&shop, &id, wish("1", amount(700))).await.unwrap();
    assert_eq!((asked.refund.status, asked.order.refundable_cents.0), (RefundStatus::Started, 900));
    let put_off = "cannot be reached for the refund";
    assert_eq!(history_count(&asked.order, put_off), 1);
    let tx = shop.site.db.read().await.unwrap();
    let row = tx.find::<refund_row::Entity>().one().await.unwrap().unwrap();
    drop(tx);
    assert_eq!(row.next_check_on, Some(shop.owner.now() + 10_000), "sooner than one that was never answered");
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    shop.payments.say(busy());
    assert_eq!(reconcile(&shop).await, 1);
    assert_eq!(history_count(&detail(&shop, &id).await, put_off), 1, "it is said once");
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    shop.payments.say(fully_refunded(700));
    assert_eq!(reconcile(&shop).await, 1);
    let view = stoa_commerce::orders::detail(&shop.owner, &shop.site.db, &id).await.unwrap();
    assert_eq!((view.refunds[0].status, view.refunded_cents.0), (RefundStatus::Succeeded, 700));
}

#[tokio::test]
async fn unknown_refund_retried_with_same_key() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    shop.payments.say(timeout());
    let asked = refund(&shop, &id, wish("1", amount(700))).await.unwrap();
    assert_eq!((asked.refund.status, asked.order.refundable_cents.0), (RefundStatus::Unknown, 900));
    assert_eq!((history_count(&asked.order, UNCLEAR), history_count(&asked.order, TAKEN)), (1, 0));
    let meanwhile = refund(&shop, &id, wish("2", amount(100))).await;
    assert!(matches!(meanwhile, Err(CommerceError::Conflict(_))), "one refund at a time");
    assert_eq!(reconcile(&shop).await, 0);
    shop.let_time_pass().await;
    shop.payments.say(timeout());
    assert_eq!(reconcile(&shop).await, 1);
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    shop.payments.say(fully_refunded(700));
    assert_eq!(reconcile(&shop).await, 1);
    let keys = shop.payments.refunds.lock().unwrap().clone();
    assert_eq!(keys.len(), 2);
    assert_eq!(keys[0], keys[1]);
    let order = detail(&shop, &id).await;
    assert_eq!((order.refunds[0].status, order.refunded_cents.0), (RefundStatus::Succeeded, 700));
    assert_eq!(history_count(&order, UNCLEAR), 1, "it is said once");
    shop.let_time_pass().await;
    assert_eq!(reconcile(&shop).await, 0);
}

#[tokio::test]
async fn refund_in_progress_is_left_to_its_process_for_two_minutes() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    shop.payments.is_silent.store(true, Ordering::SeqCst);
    let asked = async {
        while shop.payments.refunds.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        answer = refund(&shop, &id, wish("1", amount(700))) => panic!("answered without the provider: {answer:?}"),
        () = asked => {}
    }
    shop.payments.is_silent.store(false, Ordering::SeqCst);
    let tx = shop.site.db.read().await.unwrap();
    let row = tx.find::<refund_row::Entity>().one().await.unwrap().unwrap();
    drop(tx);
    assert_eq!(row.next_check_on, Some(shop.owner.now() + 120_000));
    assert_eq!(reconcile(&shop).await, 0);
    assert_eq!(shop.payments.refunds.lock().unwrap().len(), 1, "it was requested a second time meanwhile");
    shop.let_time_pass().await;
    shop.payments.say(fully_refunded(700));
    assert_eq!(reconcile(&shop).await, 1);
    assert_eq!(detail(&shop, &id).await.refunds[0].status, RefundStatus::Succeeded);
}

#[tokio::test]
async fn unknown_refund_queried_daily() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    shop.payments.say(timeout());
    refund(&shop, &id, wish("1", amount(700))).await.unwrap();
    let mut minutes = Vec::new();
    for _ in 0..10 {
        shop.let_time_pass().await;
        shop.payments.say(timeout());
        assert_eq!(reconcile(&shop).await, 1);
        let tx = shop.site.db.read().await.unwrap();
        let row = tx.find::<refund_row::Entity>().one().await.unwrap().unwrap();
        minutes.push((row.next_check_on.unwrap() - shop.owner.now()) / 60_000);
    }
    assert_eq!(minutes, [1, 5, 30, 120, 360, 720, 1_440, 1_440, 1_440, 1_440]);
}

#[tokio::test]
async fn lost_refund_response_is_not_repeated() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    shop.payments.say(timeout());
    refund(&shop, &id, wish("1", amount(700))).await.unwrap();
    shop.let_time_pass().await;
    shop.payments.say(fully_refunded(700));
    assert_eq!(reconcile(&shop).await, 1);
    assert_eq!(shop.payments.refunds.lock().unwrap().len(), 1);
    assert_eq!(detail(&shop, &id).await.refunds[0].status, RefundStatus::Succeeded);
}

#[tokio::test]
async fn provider_side_refund_is_recorded() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 1, 1_600).await;
    let attempt = shop.payments_made().await[0].id.to_string();
    for _ in 0..2 {
        shop.payments.say(fully_refunded(250));
        let webhook = Webhook {
            method: "POST".to_owned(),
            headers: Vec::new(),
            query: String::new(),
            body: attempt.as_bytes().to_vec(),
        };
        let (db, payments) = (&shop.site.db, &shop.payments);
        stoa_commerce::payments::receive(&shop.ctx, db, payments, "test.card", &webhook).await.unwrap();
    }
    let order = detail(&shop, &id).await;
    assert_eq!((order.refunds.len(), order.refunded_cents.0, order.refundable_cents.0), (1, 250, 1_350));
    assert_eq!(order.summary.payment_status, OrderPaymentStatus::PartiallyRefunded);
}

#[tokio::test]
async fn refunded_items_restocked_on_request() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let id = bought(&shop, &mug, 3, 3_800).await;
    let order = detail(&shop, &id).await;
    assert_eq!(shop.stock(&mug.variant).await, 2);
    shop.payments.say(fully_refunded(1_100));
    refund(&shop, &id, wish("1", pieces(&order, 1))).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 2);
    shop.payments.say(fully_refunded(2_200));
    refund(&shop, &id, NewRefund { restock: true, ..wish("2", pieces(&order, 1)) }).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 3);
    shop.payments.say(fully_refunded(3_800));
    cancel(&shop, &id).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 5, "what was put back before is not put back again");
}

#[tokio::test]
async fn restocked_items_not_restocked_again() {
    for (quantity, notes) in [(2, 0), (1, 1)] {
        let (shop, mug) = Shop::with_mugs(5).await;
        let id = bought(&shop, &mug, 2, 2_700).await;
        let order = detail(&shop, &id).await;
        shop.payments.say(fully_refunded(1_100 * quantity));
        refund(&shop, &id, NewRefund { restock: true, ..wish("1", pieces(&order, quantity)) }).await.unwrap();
        shop.payments.say(fully_refunded(2_700));
        let order = cancel(&shop, &id).await.unwrap();
        assert_eq!(
            (history_count(&order, "Its items were returned to stock."), shop.stock(&mug.variant).await),
            (notes, 5)
        );
        assert_eq!(order.refunds[1].reason, "Out of clay");
    }
}

async fn cancel(shop: &Shop, id: &OrderId) -> Result<OrderView, CommerceError> {
    let cancellation = Cancellation { reason: "Out of clay".to_owned(), restock: true, notify_customer: true };
    orders::cancel(&shop.owner, &shop.site.db, &shop.payments, id, cancellation).await
}

#[tokio::test]
async fn cancelled_order_restocks_and_refunds_once() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let id = bought(&shop, &mug, 2, 2_700).await;
    shop.payments.say(fully_refunded(2_700));
    let (one, other) = tokio::join!(cancel(&shop, &id), cancel(&shop, &id));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    let order = detail(&shop, &id).await;
    assert_eq!(order.summary.fulfillment_status, FulfillmentStatus::Canceled);
    assert_eq!((order.summary.payment_status, order.refunded_cents.0), (OrderPaymentStatus::Refunded, 2_700));
    assert_eq!((shop.stock(&mug.variant).await, shop.payments.refunds.lock().unwrap().len()), (5, 1));
    assert!(matches!(cancel(&shop, &id).await, Err(CommerceError::Conflict(_))));
    let fulfilled = orders::fulfill(&shop.owner, &shop.site.db, &shop.payments, &id, NewFulfillment::default()).await;
    assert!(matches!(fulfilled, Err(CommerceError::NotFulfillable(_))));
}

#[tokio::test]
async fn payment_of_cancelled_order_refunded() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.payments.say(timeout());
    let id = shop.submit(&token, "one", 1_600).await.unwrap().order_id;
    cancel(&shop, &id).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 5);
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    stoa_commerce::checkout::reconcile_due(&shop.owner, &shop.site.db, &shop.payments).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 5);
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    shop.payments.say(fully_refunded(1_600));
    shop.let_time_pass().await;
    assert_eq!(reconcile(&shop).await, 1);
    let order = detail(&shop, &id).await;
    assert_eq!((order.summary.payment_status, order.refunded_cents.0), (OrderPaymentStatus::Refunded, 1_600));
    assert!(!shop.topics().await.contains(&"order-placed".to_owned()));
}

#[tokio::test]
async fn unpaid_order_cancelled_with_cart() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.payments.say(redirect());
    let id = shop.submit(&token, "one", 1_600).await.unwrap().order_id;
    let order = cancel(&shop, &id).await.unwrap();
    assert_eq!((order.summary.payment_status, shop.stock(&mug.variant).await), (OrderPaymentStatus::Failed, 5));
    let again = shop.submit(&token, "two", 1_600).await;
    assert!(matches!(again, Err(CommerceError::AlreadyPurchased { .. })), "{again:?}");
}

#[tokio::test]
async fn partial_shipments_until_fulfilled() {
    let (shop, mug) = Shop::with_mugs(9).await;
    let id = bought(&shop, &mug, 3, 3_800).await;
    let order = detail(&shop, &id).await;
    let parcel = |quantity| NewFulfillment {
        items: vec![FulfillmentLine { order_item_id: order.items[0].id.to_string(), quantity }],
        ..NewFulfillment::default()
    };
    let send = async |new| orders::fulfill(&shop.owner, &shop.site.db, &shop.payments, &id, new).await;
    assert!(matches!(send(parcel(4)).await, Err(CommerceError::NotFulfillable(_))));
    let first = send(parcel(1)).await.unwrap();
    assert_eq!((first.summary.fulfillment_status, first.items[0].fulfilled_quantity), (FulfillmentStatus::Pending, 1));
    assert!(matches!(cancel(&shop, &id).await, Err(CommerceError::Conflict(_))));
    shop.payments.say(fully_refunded(1_100));
    let refunded = refund(&shop, &id, wish("1", pieces(&order, 1))).await.unwrap().order;
    assert_eq!(refunded.summary.fulfillment_status, FulfillmentStatus::Pending);
    let last = send(NewFulfillment::default()).await.unwrap();
    assert_eq!((last.summary.fulfillment_status, last.items[0].fulfilled_quantity), (FulfillmentStatus::Fulfilled, 2));
    assert_eq!(last.fulfillments[1].items[0].quantity, 1);
}
