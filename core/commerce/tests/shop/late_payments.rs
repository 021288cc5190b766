//! Money of attempts that are over: it comes late, or twice, or for a cart that has grown since.

use sea_orm::ColumnTrait;
use stoa_commerce::cart;
use stoa_commerce::checkout::{self, PaymentReturn, SubmitStatus};
use stoa_commerce::discounts::{self, DiscountPatch};
use stoa_commerce::orders::{self, OrderFilter, OrderSorting, OrderView};
use stoa_commerce::ports::{Dispute, Outcome, PaymentError, PaymentStatus, Webhook};
use stoa_commerce::refunds::{self, NewRefund, RequestedRefund};
use stoa_commerce::sales::{self, SalesRequest, Totals};
use stoa_entity::tenant::{order, refund};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::DiscountId;
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::page::PageRequest;
use stoa_kernel::payment::{AttemptStatus, DisputeFilter, DisputeStatus, RefundReason};

use crate::discounts::ten_percent;
use crate::shop::{ProviderResult, Shop, TestProduct, outcome_with, redirect};

/// With a tenth off: 9.00 or 18.00, 5.00 for the post, a tenth as tax.
const ONE_MUG: i64 = 1_490;
const TWO_MUGS: i64 = 2_480;

/// An order whose first attempt, at one mug, ran out of time, and whose second, at two, waits for the buyer.
struct GrownOrder {
    mug: TestProduct,
    discount: DiscountId,
    checkout: String,
    first: String,
    second: String,
}

fn usd(minor: i64) -> Money {
    Money::new(minor, "USD".parse::<Currency>().unwrap())
}

async fn send_webhook(shop: &Shop, attempt: &str, word: ProviderResult) {
    shop.payments.say(word);
    resend_message(shop, attempt).await;
}

/// A message whose words were said before.
async fn resend_message(shop: &Shop, attempt: &str) {
    let webhook = Webhook {
        method: "POST".to_owned(),
        headers: Vec::new(),
        query: String::new(),
        body: attempt.as_bytes().to_vec(),
    };
    stoa_commerce::payments::receive(&shop.ctx, &shop.site.db, &shop.payments, "test.card", &webhook).await.unwrap();
}

async fn expire(shop: &Shop) {
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
}

async fn attempt_of(shop: &Shop, amount: i64) -> String {
    let made = shop.payments_made().await;
    made.into_iter().find(|payment| payment.amount_cents.0 == amount).unwrap().id.to_string()
}

async fn status_of(shop: &Shop, attempt: &str) -> AttemptStatus {
    let made = shop.payments_made().await;
    made.into_iter().find(|payment| payment.id.as_str() == attempt).unwrap().status
}

async fn begun(shop: &Shop, quantity: i64) -> (TestProduct, DiscountId, String, String) {
    let mug = shop.product("Mug", 1_000, Some(10)).await;
    let patch = DiscountPatch { usage_limit: Some(5), once_per_customer: true, ..ten_percent("TEN") };
    let discount = discounts::create(&shop.owner, &shop.site.db, patch).await.unwrap().id;
    let (cookie, checkout) = shop.ready(&mug, quantity).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "TEN").await.unwrap();
    shop.payments.say(redirect());
    let total = if quantity == 1 { ONE_MUG } else { TWO_MUGS };
    let asked = shop.submit(&checkout, "one", total).await.unwrap();
    assert_eq!(asked.status, SubmitStatus::ActionRequired);
    (mug, discount, cookie, checkout)
}

async fn grown(shop: &Shop) -> GrownOrder {
    let (mug, discount, cookie, checkout) = begun(shop, 1).await;
    let first = attempt_of(shop, ONE_MUG).await;
    expire(shop).await;
    assert_eq!(
        *shop.payments.canceled.lock().unwrap(),
        std::slice::from_ref(&first),
        "the provider is told that it is over"
    );
    shop.add(Some(&cookie), &mug, 1).await.unwrap();
    shop.payments.say(redirect());
    let asked = shop.submit(&checkout, "two", TWO_MUGS).await.unwrap();
    assert_eq!(asked.status, SubmitStatus::ActionRequired);
    let second = attempt_of(shop, TWO_MUGS).await;
    GrownOrder { mug, discount, checkout, first, second }
}

/// The order is paid with two mugs, and what came of the first attempt has gone back.
async fn check_consistent(shop: &Shop, grown: &GrownOrder, sent_back: i64) {
    for _ in 0..2 {
        shop.let_time_pass().await;
        if shop
            .payments_made()
            .await
            .iter()
            .any(|payment| payment.status == AttemptStatus::Captured && payment.amount_cents.0 == ONE_MUG)
        {
            shop.payments.say(outcome_with(PaymentStatus::Refunded));
        }
        refunds::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    }
    let order = shop.orders().await.remove(0);
    let view = orders::detail(&shop.owner, &shop.site.db, &order.id).await.unwrap();
    assert_eq!(
        (order.payment_status, order.fulfillment_status),
        (OrderPaymentStatus::Paid, FulfillmentStatus::Pending)
    );
    assert_eq!((order.grand_total_cents.0, view.refunded_cents.0), (TWO_MUGS, sent_back));
    let kept: i64 = shop.payments_made().await.iter().map(|own| own.captured_cents.0 - own.refunded_cents.0).sum();
    assert_eq!((kept, shop.stock(&grown.mug.variant).await), (TWO_MUGS, 8));
    let discount = discounts::detail(&shop.owner, &shop.site.db, &grown.discount).await.unwrap();
    assert_eq!(discount.used_count, 1);
    let placed = shop.topics().await.into_iter().filter(|topic| topic == "order-placed").count();
    assert_eq!(placed, 1);
    let sold = sales_of_real_orders(shop).await;
    assert_eq!((sold.orders, sold.net_cents().0), (1, TWO_MUGS), "what went back was never counted: {sold:?}");
}

/// As if the provider had refused to return the excess, and a contributor had returned it a day ago.
async fn return_excess_by_hand(shop: &Shop) {
    let tx = shop.site.db.write().await.unwrap();
    let changed = tx
        .update::<refund::Entity>(refund::Column::ReasonCode.eq(RefundReason::Overpaid))
        .set(refund::Column::ReasonCode, None::<RefundReason>)
        .set(refund::Column::SettledOn, shop.owner.now() - 86_400_000)
        .exec()
        .await
        .unwrap();
    assert_eq!(changed, 1);
    tx.commit().await.unwrap();
}

/// Totals of the sales report as if the orders were no tests.
async fn sales_of_real_orders(shop: &Shop) -> Totals {
    let tx = shop.site.db.write().await.unwrap();
    let tests = tx.update::<order::Entity>(order::Column::TestMode.eq(true));
    tests.set(order::Column::TestMode, false).exec().await.unwrap();
    tx.commit().await.unwrap();
    sales::report(&shop.owner, &shop.site.db, &SalesRequest::default()).await.unwrap().totals
}

#[tokio::test]
async fn early_payment_of_smaller_order_is_refunded() {
    Shop::on_both(async |shop| {
        let grown = grown(shop).await;
        send_webhook(shop, &grown.first, outcome_with(PaymentStatus::Captured)).await;
        let order = shop.orders().await.remove(0);
        assert_eq!((order.payment_status, order.stock_held), (OrderPaymentStatus::AwaitingPayment, true));
        assert!(shop.topics().await.contains(&"payment-sent-back".to_owned()), "the owner is told");
        assert_eq!(status_of(shop, &grown.second).await, AttemptStatus::RequiresAction);
        send_webhook(shop, &grown.second, outcome_with(PaymentStatus::Captured)).await;
        check_consistent(shop, &grown, ONE_MUG).await;
    })
    .await;
}

#[tokio::test]
async fn late_payment_of_smaller_order_is_refunded() {
    Shop::on_both(async |shop| {
        let grown = grown(shop).await;
        send_webhook(shop, &grown.second, outcome_with(PaymentStatus::Captured)).await;
        send_webhook(shop, &grown.first, outcome_with(PaymentStatus::Captured)).await;
        check_consistent(shop, &grown, ONE_MUG).await;
    })
    .await;
}

#[tokio::test]
async fn refund_in_progress_allows_new_payment() {
    Shop::on_both(async |shop| {
        let grown = grown(shop).await;
        send_webhook(shop, &grown.second, outcome_with(PaymentStatus::Declined)).await;
        send_webhook(shop, &grown.first, outcome_with(PaymentStatus::Captured)).await;
        assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Failed);
        assert_eq!(shop.stock(&grown.mug.variant).await, 10);
        let paid = shop.submit(&grown.checkout, "three", TWO_MUGS).await.unwrap();
        assert_eq!(paid.status, SubmitStatus::Paid);
        check_consistent(shop, &grown, ONE_MUG).await;
    })
    .await;
}

#[tokio::test]
async fn authorisation_of_smaller_order_is_voided() {
    Shop::on_both(async |shop| {
        let grown = grown(shop).await;
        send_webhook(shop, &grown.first, outcome_with(PaymentStatus::Authorised)).await;
        assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::AwaitingPayment);
        send_webhook(shop, &grown.second, outcome_with(PaymentStatus::Captured)).await;
        send_webhook(shop, &grown.first, outcome_with(PaymentStatus::Authorised)).await;
        let canceled = shop.payments.canceled.lock().unwrap().clone();
        assert_eq!(canceled, [grown.first.clone(), grown.first.clone(), grown.first.clone()]);
        assert_eq!(status_of(shop, &grown.first).await, AttemptStatus::Expired);
        check_consistent(shop, &grown, 0).await;
    })
    .await;
}

#[tokio::test]
async fn attempt_cancellation_is_retried() {
    Shop::on_both(async |shop| {
        begun(shop, 1).await;
        let first = attempt_of(shop, ONE_MUG).await;
        let refused = Err(PaymentError::Uncertain { reason: "timeout".to_owned() });
        shop.payments.cancel_words.lock().unwrap().push_back(refused);
        expire(shop).await;
        let reconcile = || checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments);
        shop.let_time_pass().await;
        shop.payments.say(redirect());
        assert_eq!(reconcile().await.unwrap(), 1);
        assert_eq!(*shop.payments.canceled.lock().unwrap(), [first.clone(), first.clone()]);
        shop.let_time_pass().await;
        assert_eq!(reconcile().await.unwrap(), 0, "it has ended");
        assert_eq!(status_of(shop, &first).await, AttemptStatus::Expired);
    })
    .await;
}

#[tokio::test]
async fn capture_before_cancellation_is_detected() {
    Shop::on_both(async |shop| {
        let refused = PaymentError::Refused { reason: "already captured".to_owned(), buyer_message: None };
        shop.payments.cancel_words.lock().unwrap().push_back(Err(refused));
        let grown = grown(shop).await;
        shop.let_time_pass().await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
        assert_eq!(status_of(shop, &grown.first).await, AttemptStatus::Captured);
        assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::AwaitingPayment);
        send_webhook(shop, &grown.second, outcome_with(PaymentStatus::Captured)).await;
        check_consistent(shop, &grown, ONE_MUG).await;
    })
    .await;
}

#[tokio::test]
async fn expired_authorisation_is_voided() {
    Shop::on_both(async |shop| {
        let (mug, _, _, checkout) = begun(shop, 1).await;
        let first = attempt_of(shop, ONE_MUG).await;
        shop.payments.say(outcome_with(PaymentStatus::Authorised));
        let uncertain = Err(PaymentError::Uncertain { reason: "timeout".to_owned() });
        shop.payments.say(uncertain);
        let attempt_id = first.parse().unwrap();
        let returned = PaymentReturn { attempt_id: &attempt_id, query: "", browser: shop.browser() };
        checkout::payment_return(&shop.ctx, &shop.site.db, &shop.payments, &returned).await.unwrap();
        assert_eq!(status_of(shop, &first).await, AttemptStatus::Authorised);
        expire(shop).await;
        assert_eq!((status_of(shop, &first).await, shop.stock(&mug.variant).await), (AttemptStatus::Voided, 10));
        assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Failed);
        assert_eq!(shop.submit(&checkout, "two", ONE_MUG).await.unwrap().status, SubmitStatus::Paid);
    })
    .await;
}

#[tokio::test]
async fn larger_payment_covers_smaller_order() {
    Shop::on_both(async |shop| {
        let (mug, _, cookie, checkout) = begun(shop, 2).await;
        let first = attempt_of(shop, TWO_MUGS).await;
        expire(shop).await;
        let line = cart::view(&shop.ctx, &shop.site.db, Some(&cookie)).await.unwrap().entries[0].id.clone();
        cart::set_quantity(&shop.ctx, &shop.site.db, Some(&cookie), &line, &serde_json::json!(1)).await.unwrap();
        shop.payments.say(redirect());
        shop.submit(&checkout, "two", ONE_MUG).await.unwrap();
        let second = attempt_of(shop, ONE_MUG).await;
        send_webhook(shop, &first, outcome_with(PaymentStatus::Captured)).await;
        assert_eq!(
            (shop.orders().await[0].payment_status, shop.stock(&mug.variant).await),
            (OrderPaymentStatus::Paid, 9)
        );
        assert_eq!(status_of(shop, &second).await, AttemptStatus::Expired);
        shop.let_time_pass().await;
        shop.payments.say(redirect());
        checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
        assert_eq!(shop.payments.canceled.lock().unwrap().last(), Some(&second));
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        let gone =
            Outcome { refunded: Some(usd(TWO_MUGS - ONE_MUG)), ..Outcome::plain(PaymentStatus::PartiallyRefunded) };
        shop.payments.say(Ok(gone));
        refunds::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
        let order = shop.orders().await.remove(0);
        let view = orders::detail(&shop.owner, &shop.site.db, &order.id).await.unwrap();
        assert_eq!((order.payment_status, view.refunded_cents.0), (OrderPaymentStatus::Paid, TWO_MUGS - ONE_MUG));
        let row = shop.site.db.read().await.unwrap().find::<refund::Entity>().one().await.unwrap().unwrap();
        assert!(row.notify && row.reason_code.is_some(), "the customer is told, and why: {row:?}");
        let sold = sales_of_real_orders(shop).await;
        assert_eq!((sold.orders, sold.refunds, sold.net_cents().0), (1, 0, ONE_MUG), "never counted: {sold:?}");
        return_excess_by_hand(shop).await;

        let refunded = Some(usd(TWO_MUGS - ONE_MUG + 500));
        shop.payments.say(Ok(Outcome { refunded, ..Outcome::plain(PaymentStatus::PartiallyRefunded) }));
        let wish = RequestedRefund { amount_cents: Some(Cents(500)), ..RequestedRefund::default() };
        let part = NewRefund { idempotency_key: "refund-part".to_owned(), wish, ..NewRefund::default() };
        refunds::refund(&shop.owner, &shop.site.db, &shop.payments, &order.id, part).await.unwrap();
        let sold = sales_of_real_orders(shop).await;
        assert_eq!((sold.refunds, sold.net_cents().0), (1, ONE_MUG - 500), "counted: {sold:?}");
    })
    .await;
}

#[tokio::test]
async fn webhook_with_impossible_amount_rejected() {
    Shop::on_both(async |shop| {
        begun(shop, 1).await;
        let first = attempt_of(shop, ONE_MUG).await;
        let tenfold = Outcome { captured: Some(usd(ONE_MUG * 10)), ..Outcome::plain(PaymentStatus::Captured) };
        shop.payments.say(Ok(tenfold));
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        resend_message(shop, &first).await;
        let payment = shop.payments_made().await.remove(0);
        assert_eq!((payment.status, payment.captured_cents.0), (AttemptStatus::Captured, ONE_MUG));
        assert!(shop.payments.refunds.lock().unwrap().is_empty());
    })
    .await;
}

fn dispute(status: DisputeStatus, respond_by: Option<Timestamp>) -> Dispute {
    let reason = "product_not_received".to_owned();
    Dispute { id: "dp-1".to_owned(), status, amount: Some(usd(ONE_MUG)), reason, respond_by }
}

async fn send_dispute(shop: &Shop, attempt: &str, told: Dispute) {
    *shop.payments.dispute.lock().unwrap() = Some(told);
    send_webhook(shop, attempt, outcome_with(PaymentStatus::Captured)).await;
}

#[tokio::test]
async fn dispute_is_stored_with_the_payment() {
    Shop::on_both(async |shop| {
        begun(shop, 1).await;
        let first = attempt_of(shop, ONE_MUG).await;
        let until = shop.owner.now() + 86_400_000;
        for _ in 0..2 {
            send_dispute(shop, &first, dispute(DisputeStatus::NeedsResponse, Some(until))).await;
        }
        let order = shop.orders().await.remove(0);
        let view = async || orders::detail(&shop.owner, &shop.site.db, &order.id).await.unwrap();
        let seen = view().await;
        assert_eq!(seen.summary.payment_status, OrderPaymentStatus::Paid);
        assert_eq!((seen.summary.dispute, seen.payments[0].disputes.len()), (Some(DisputeStatus::NeedsResponse), 1));
        let known = &seen.payments[0].disputes[0];
        assert_eq!((known.amount(), known.respond_by), (Some(usd(ONE_MUG)), Some(until)));
        let told =
            |view: &OrderView, words: &str| view.timeline.iter().filter(|own| own.message.contains(words)).count();
        assert_eq!(told(&seen, "disputes the payment"), 1, "{:?}", seen.timeline);
        let topics = async || shop.topics().await.iter().filter(|topic| *topic == "payment-disputed").count();
        assert_eq!(topics().await, 1);

        send_dispute(shop, &first, dispute(DisputeStatus::Lost, None)).await;
        send_dispute(shop, &first, dispute(DisputeStatus::UnderReview, None)).await;
        let seen = view().await;
        assert_eq!(seen.summary.dispute, Some(DisputeStatus::Lost), "a late message opens nothing again");
        assert_eq!(told(&seen, "decided for the customer"), 1);
        assert_eq!(topics().await, 2);
        assert_eq!((seen.refunded_cents.0, seen.summary.payment_status), (0, OrderPaymentStatus::Paid));
        for (dispute, found) in [(DisputeFilter::Any, 1), (DisputeFilter::Lost, 1), (DisputeFilter::Open, 0)] {
            let filter = OrderFilter { dispute: Some(dispute), ..OrderFilter::default() };
            let sorting = OrderSorting::default();
            let page =
                orders::list(&shop.owner, &shop.site.db, &filter, sorting, &PageRequest::default()).await.unwrap();
            assert_eq!(page.items.len(), found, "{dispute}");
        }
    })
    .await;
}

#[tokio::test]
async fn cancelled_order_ends_attempt_at_provider() {
    Shop::on_both(async |shop| {
        begun(shop, 1).await;
        let first = attempt_of(shop, ONE_MUG).await;
        let order = shop.orders().await.remove(0);
        let off = orders::Cancellation { restock: true, ..Default::default() };
        orders::cancel(&shop.owner, &shop.site.db, &shop.payments, &order.id, off).await.unwrap();
        assert_eq!(*shop.payments.canceled.lock().unwrap(), std::slice::from_ref(&first));
        let late = Outcome::plain(PaymentStatus::Authorised);
        send_webhook(shop, &first, Ok(late)).await;
        assert_eq!(shop.payments.canceled.lock().unwrap().len(), 2, "what is set aside all the same is let go");
    })
    .await;
}
