//! Payments that their buyers or the shop give up, and returns that say nothing clear.

use sea_orm::ColumnTrait;
use stoa_commerce::checkout::{self, PaymentReturn, ReturnAnswer, SubmitStatus};
use stoa_commerce::orders::{self, Cancellation};
use stoa_commerce::payments;
use stoa_commerce::ports::{PaymentError, PaymentStatus};
use stoa_entity::tenant::{order, payment};
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::payment::AttemptStatus;

use crate::payments::deliver_webhook;
use crate::shop::{ProviderResult, Shop, TestProduct, outcome_with, redirect, timeout};

const TOTAL: i64 = 1_600;

fn not_now() -> ProviderResult {
    Err(PaymentError::NotNow { reason: "busy".to_owned(), buyer_message: None })
}

/// A cart whose payment waits for the buyer, and the attempt.
async fn waiting(shop: &Shop) -> (TestProduct, String, String, String) {
    let mug = shop.product("Mug", 1_000, Some(1)).await;
    let (cookie, token) = shop.ready(&mug, 1).await;
    shop.payments.say(redirect());
    let asked = shop.submit(&token, "one", TOTAL).await.unwrap();
    assert_eq!(asked.status, SubmitStatus::ActionRequired);
    let attempt = shop.payments_made().await[0].id.to_string();
    (mug, cookie, token, attempt)
}

async fn come_back(shop: &Shop, attempt: &str) -> ReturnAnswer {
    let attempt_id = attempt.parse().unwrap();
    let returned = PaymentReturn { attempt_id: &attempt_id, query: "confirm=yes", browser: shop.browser() };
    checkout::payment_return(&shop.ctx, &shop.site.db, &shop.payments, &returned).await.unwrap()
}

#[tokio::test]
async fn cancelled_payment_then_other_method() {
    Shop::on_both(async |shop| {
        let (mug, cookie, token, attempt) = waiting(shop).await;
        assert!(shop.add(Some(&cookie), &mug, 1).await.is_err(), "the cart belongs to the payment");
        let view =
            checkout::cancel_pending_payment(&shop.ctx, &shop.site.db, &shop.payments, shop.key(&token)).await.unwrap();
        assert_eq!(view.order.and_then(|order| order.redirect_url), None);
        assert_eq!(*shop.payments.canceled.lock().unwrap(), std::slice::from_ref(&attempt));
        assert_eq!(
            (shop.orders().await[0].payment_status, shop.stock(&mug.variant).await),
            (OrderPaymentStatus::Failed, 1)
        );
        checkout::cancel_pending_payment(&shop.ctx, &shop.site.db, &shop.payments, shop.key(&token)).await.unwrap();
        assert_eq!(shop.payments.canceled.lock().unwrap().len(), 1, "nothing is given up twice");
        let paid = shop.submit(&token, "two", TOTAL).await.unwrap();
        assert_eq!((paid.status, shop.stock(&mug.variant).await), (SubmitStatus::Paid, 0));
        assert_eq!((shop.orders().await.len(), shop.payments_made().await.len()), (1, 2));
    })
    .await;
}

#[tokio::test]
async fn confirmed_payment_cannot_be_cancelled() {
    Shop::on_both(async |shop| {
        let (mug, _, _, attempt) = waiting(shop).await;
        shop.payments.cancel_words.lock().unwrap().push_back(outcome_with(PaymentStatus::Captured));
        let (db, payments) = (&shop.site.db, &shop.payments);
        let attempt = attempt.parse().unwrap();
        let back =
            checkout::payment_canceled_by_buyer(&shop.ctx, db, payments, &attempt, shop.browser()).await.unwrap();
        assert!(matches!(&back, ReturnAnswer::Paid { .. }), "{back:?}");
        assert_eq!(
            (shop.orders().await[0].payment_status, shop.stock(&mug.variant).await),
            (OrderPaymentStatus::Paid, 0)
        );
        let again =
            checkout::payment_canceled_by_buyer(&shop.ctx, db, payments, &attempt, shop.browser()).await.unwrap();
        assert_eq!(again, back);
        assert_eq!(shop.payments.canceled.lock().unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn unrecognised_return_queries_status() {
    Shop::on_both(async |shop| {
        let (mug, _, _, attempt) = waiting(shop).await;
        shop.payments.say(Err(PaymentError::Refused { reason: "no such session".to_owned(), buyer_message: None }));
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        assert!(matches!(come_back(shop, &attempt).await, ReturnAnswer::Paid { .. }));
        assert_eq!(shop.stock(&mug.variant).await, 0);
    })
    .await;
}

#[tokio::test]
async fn unclear_return_is_retried_during_reservation() {
    Shop::on_both(async |shop| {
        let (mug, _, _, attempt) = waiting(shop).await;
        shop.payments.say(not_now());
        shop.payments.say(timeout());
        assert!(matches!(come_back(shop, &attempt).await, ReturnAnswer::Pending { .. }));
        let payment = shop.payments_made().await.remove(0);
        assert_eq!(payment.status, AttemptStatus::RequiresAction);
        assert!(payment.next_check_on.is_some(), "the provider is asked before the time of the items is over");
        shop.let_time_pass().await;
        assert_eq!(checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap(), 1);
        assert_eq!(
            (shop.orders().await[0].payment_status, shop.stock(&mug.variant).await),
            (OrderPaymentStatus::Paid, 0)
        );
    })
    .await;
}

#[tokio::test]
async fn pending_attempt_polling_ends() {
    let shop = Shop::open().await;
    let (_, _, _, attempt) = waiting(&shop).await;
    shop.payments.say(timeout());
    shop.payments.say(timeout());
    come_back(&shop, &attempt).await;
    shop.let_time_pass().await;
    shop.payments.say(redirect());
    checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    let payment = shop.payments_made().await.remove(0);
    assert_eq!((payment.status, payment.next_check_on), (AttemptStatus::RequiresAction, None));
}

#[tokio::test]
async fn busy_provider_keeps_cart_payable() {
    let (shop, _, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(not_now());
    let declined = shop.submit(&token, "one", TOTAL).await.unwrap();
    assert_eq!(declined.status, SubmitStatus::Declined);
    assert!(declined.message.unwrap().contains("not available right now"));
    assert_eq!(shop.submit(&token, "two", TOTAL).await.unwrap().status, SubmitStatus::Paid);
}

#[tokio::test]
async fn unknown_payment_is_queried_then_cancelled() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(1)).await;
        let (_, token) = shop.ready(&mug, 1).await;
        shop.payments.say(timeout());
        assert_eq!(shop.submit(&token, "one", TOTAL).await.unwrap().status, SubmitStatus::Pending);
        let order = shop.orders().await.remove(0).id;
        let attempt = shop.payments_made().await.remove(0).id;
        let (owner, db, script) = (&shop.owner, &shop.site.db, &shop.payments);
        assert!(
            payments::cancel_unclear_attempt(&shop.ctx, db, script, &order, &attempt).await.is_err(),
            "not for shoppers"
        );
        script.say(timeout());
        let asked = payments::query_status(owner, db, script, &order, &attempt).await.unwrap();
        assert_eq!(asked.payments[0].status, AttemptStatus::Unknown);
        script.cancel_words.lock().unwrap().push_back(timeout());
        let given_up = payments::cancel_unclear_attempt(owner, db, script, &order, &attempt).await.unwrap();
        assert_eq!((given_up.payments[0].status, shop.stock(&mug.variant).await), (AttemptStatus::Expired, 1));
        assert!(payments::cancel_unclear_attempt(owner, db, script, &order, &attempt).await.is_err());
        assert!(payments::query_status(owner, db, script, &order, &attempt).await.is_err());
        assert_eq!(shop.submit(&token, "two", TOTAL).await.unwrap().status, SubmitStatus::Paid);
        shop.let_time_pass().await;
        script.say(outcome_with(PaymentStatus::Captured));
        checkout::reconcile_due(&shop.ctx, db, script).await.unwrap();
        assert!(shop.topics().await.contains(&"payment-sent-back".to_owned()), "late money is not kept");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn test_payment_of_a_canceled_order_is_no_sale() {
    Shop::on_both(async |shop| {
        let (_, _, _, attempt) = waiting(shop).await;
        let own = shop.payments_made().await.remove(0);
        // A provider of real payments that was told that the shop is in test mode.
        let tx = shop.site.db.write().await.unwrap();
        tx.update::<order::Entity>(order::Column::Id.eq(own.order_id.clone()))
            .set(order::Column::TestMode, false)
            .exec()
            .await
            .unwrap();
        tx.update::<payment::Entity>(payment::Column::Id.eq(own.id.clone()))
            .set(payment::Column::TestMode, Some(false))
            .set(payment::Column::ShopTestMode, Some(true))
            .exec()
            .await
            .unwrap();
        tx.commit().await.unwrap();
        let (db, payments) = (&shop.site.db, &shop.payments);
        let cancellation = Cancellation { reason: "Out of clay".to_owned(), restock: true, notify_customer: false };
        orders::cancel(&shop.owner, db, payments, &own.order_id, cancellation).await.unwrap();
        assert!(!shop.orders().await[0].test_mode, "nothing is paid yet");
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        deliver_webhook(shop, &attempt).await.unwrap();
        let paid = shop.orders().await.remove(0);
        assert_eq!((paid.payment_status, paid.test_mode), (OrderPaymentStatus::Paid, true));
    })
    .await;
}
