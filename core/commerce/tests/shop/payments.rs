//! Outcomes of payments, in any order and any number of times.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sea_orm::ColumnTrait;
use stoa_commerce::CommerceError;
use stoa_commerce::checkout::{self, PaymentReturn, ReturnAnswer, SubmitStatus};
use stoa_commerce::payments;
use stoa_commerce::ports::{NextStep, Outcome, PaymentError, PaymentStatus, SavedMethod, Webhook};

use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::payment::{Instructions, PaymentDue, SavedUse};
use stoa_entity::tenant::{order, order_language, payment, refund, webhook_receipt};
use stoa_kernel::id::{PaymentId, SiteUserId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::payment::AttemptStatus;

use crate::shop::{Shop, outcome_with, redirect, timeout};

pub(crate) async fn deliver_webhook(shop: &Shop, attempt: &str) -> Result<(), CommerceError> {
    let webhook = Webhook {
        method: "POST".to_owned(),
        headers: Vec::new(),
        query: String::new(),
        body: attempt.as_bytes().to_vec(),
    };
    stoa_commerce::payments::receive(&shop.ctx, &shop.site.db, &shop.payments, "test.card", &webhook).await
}

async fn come_back(shop: &Shop, attempt: &str) -> ReturnAnswer {
    let (db, payments) = (&shop.site.db, &shop.payments);
    let attempt_id = attempt.parse().unwrap();
    let returned = PaymentReturn { attempt_id: &attempt_id, query: "confirm=yes", browser: shop.browser() };
    checkout::payment_return(&shop.ctx, db, payments, &returned).await.unwrap()
}

#[tokio::test]
async fn declined_card_releases_stock_and_allows_retry() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    let buyer_message = Some("Your card was declined.".to_owned());
    shop.payments.say(Err(PaymentError::Refused { reason: "declined".to_owned(), buyer_message }));
    let declined = shop.submit(&token, "one", 1_600).await.unwrap();
    assert_eq!(declined.status, SubmitStatus::Declined);
    assert_eq!(declined.message.as_deref(), Some("Your card was declined."));
    assert_eq!(shop.stock(&mug.variant).await, 1);
    assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Failed);
    assert_eq!(shop.submit(&token, "one", 1_600).await.unwrap(), declined);
    let paid = shop.submit(&token, "two", 1_600).await.unwrap();
    assert_eq!((paid.status, &paid.order_id), (SubmitStatus::Paid, &declined.order_id));
    assert_eq!((shop.orders().await.len(), shop.stock(&mug.variant).await), (1, 0));
    assert_eq!(shop.payments_made().await.len(), 2);
}

#[tokio::test]
async fn payment_confirmation_redirect() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(redirect());
    let asked = shop.submit(&token, "one", 1_600).await.unwrap();
    assert_eq!((asked.status, asked.redirect_url.as_deref()), (SubmitStatus::ActionRequired, Some("/confirm")));
    let other_tab = shop.submit(&token, "two", 1_600).await.unwrap();
    assert_eq!(other_tab, asked);
    let attempt = shop.payments_made().await[0].id.to_string();
    let back = come_back(&shop, &attempt).await;
    assert!(matches!(&back, ReturnAnswer::Paid { redirect_url } if redirect_url.contains("order-confirmed")));
    assert_eq!(come_back(&shop, &attempt).await, back);
    assert_eq!((shop.payments.calls(), shop.topics().await.len()), (2, 1));
    assert_eq!(shop.stock(&mug.variant).await, 0);
}

#[tokio::test]
async fn webhook_and_return_in_either_order() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(redirect());
    shop.submit(&token, "one", 1_600).await.unwrap();
    let attempt = shop.payments_made().await[0].id.to_string();
    deliver_webhook(&shop, &attempt).await.unwrap();
    assert!(matches!(come_back(&shop, &attempt).await, ReturnAnswer::Paid { .. }));
    shop.payments.say(outcome_with(PaymentStatus::Declined));
    deliver_webhook(&shop, &attempt).await.unwrap();
    assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Paid);
    assert_eq!((shop.topics().await.len(), shop.stock(&mug.variant).await), (1, 0));
}

#[tokio::test]
async fn unverified_webhook_rejected() {
    let shop = Shop::open().await;
    shop.payments.say(Err(PaymentError::Refused { reason: "signature".to_owned(), buyer_message: None }));
    assert!(matches!(deliver_webhook(&shop, "x").await, Err(CommerceError::WebhookRefused(_))));
}

#[tokio::test]
async fn unknown_outcome_is_reconciled() {
    let (shop, _, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(timeout());
    assert_eq!(shop.submit(&token, "one", 1_600).await.unwrap().status, SubmitStatus::Pending);
    assert_eq!(shop.payments_made().await[0].status, AttemptStatus::Unknown);
    let reconcile = || checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments);
    assert_eq!(reconcile().await.unwrap(), 0);
    shop.let_time_pass().await;
    shop.payments.say(timeout());
    assert_eq!(reconcile().await.unwrap(), 1);
    let payment = shop.payments_made().await.remove(0);
    assert_eq!((payment.status, payment.checks), (AttemptStatus::Unknown, 1));
    assert_eq!(shop.submit(&token, "two", 1_600).await.unwrap().status, SubmitStatus::Pending);
    shop.let_time_pass().await;
    assert_eq!(reconcile().await.unwrap(), 1);
    assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Paid);
    shop.let_time_pass().await;
    assert_eq!(reconcile().await.unwrap(), 0);
    assert_eq!(shop.submit(&token, "one", 1_600).await.unwrap().status, SubmitStatus::Paid);
}

#[tokio::test]
async fn expired_reservation_released_once() {
    let (shop, mug) = Shop::with_mugs(2).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.payments.say(redirect());
    shop.submit(&token, "one", 1_600).await.unwrap();
    let release = || checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments);
    assert_eq!((release().await.unwrap(), shop.stock(&mug.variant).await), (0, 1));
    shop.let_time_pass().await;
    assert_eq!((release().await.unwrap(), shop.stock(&mug.variant).await), (1, 2));
    assert_eq!((release().await.unwrap(), shop.stock(&mug.variant).await), (0, 2));
    assert_eq!(shop.payments_made().await[0].status, AttemptStatus::Expired);
    assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Failed);
}

#[tokio::test]
async fn late_payment_of_sold_items_refunded() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(redirect());
    let asked = shop.submit(&token, "one", 1_600).await.unwrap();
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    let (_, other) = shop.ready(&mug, 1).await;
    assert_eq!(shop.submit(&other, "one", 1_600).await.unwrap().status, SubmitStatus::Paid);
    let attempt = shop.payments_made().await[0].id.to_string();
    deliver_webhook(&shop, &attempt).await.unwrap();
    let order = shop.orders().await.into_iter().find(|order| order.id == asked.order_id).unwrap();
    assert_eq!((order.fulfillment_status, shop.stock(&mug.variant).await), (FulfillmentStatus::Canceled, 0));
    shop.payments.say(outcome_with(PaymentStatus::Refunded));
    stoa_commerce::refunds::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    let view = stoa_commerce::orders::detail(&shop.owner, &shop.site.db, &order.id).await.unwrap();
    assert_eq!((view.summary.payment_status, view.refunded_cents.0), (OrderPaymentStatus::Refunded, 1_600));
    let row = shop.site.db.read().await.unwrap().find::<refund::Entity>().one().await.unwrap().unwrap();
    assert!(row.notify && row.reason_code.is_some(), "the customer is told why: {row:?}");
    let reason = &view.refunds[0].reason;
    assert!(!reason.is_empty() && view.timeline.iter().any(|entry| entry.message.starts_with(reason)), "{row:?}");
    assert_eq!(shop.stock(&mug.variant).await, 0);
    assert!(shop.topics().await.contains(&"payment-sent-back".to_owned()), "the owner is told");
}

#[tokio::test]
async fn late_payments_refunded_per_order() {
    let (shop, mug) = Shop::with_mugs(1).await;
    for _ in 0..2 {
        let (_, token) = shop.ready(&mug, 1).await;
        shop.payments.say(redirect());
        shop.submit(&token, "one", 1_600).await.unwrap();
        shop.let_time_pass().await;
        checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    }
    let late = shop.payments_made().await;
    let (_, other) = shop.ready(&mug, 1).await;
    shop.submit(&other, "one", 1_600).await.unwrap();
    for attempt in &late {
        deliver_webhook(&shop, attempt.id.as_str()).await.unwrap();
    }
    let rows = shop.site.db.read().await.unwrap().find::<refund::Entity>().all().await.unwrap();
    assert_eq!((late.len(), rows.len()), (2, 2));
}

#[tokio::test]
async fn late_payment_revives_order_in_stock() {
    let (shop, mug, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(redirect());
    shop.submit(&token, "one", 1_600).await.unwrap();
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    assert_eq!(shop.stock(&mug.variant).await, 1);
    let attempt = shop.payments_made().await[0].id.to_string();
    deliver_webhook(&shop, &attempt).await.unwrap();
    deliver_webhook(&shop, &attempt).await.unwrap();
    assert_eq!((shop.orders().await[0].payment_status, shop.stock(&mug.variant).await), (OrderPaymentStatus::Paid, 0));
}

const VOUCHER: &str = "voucher";

fn voucher() -> Instructions {
    Instructions {
        text: "Pay at the counter.".to_owned(),
        details: Vec::new(),
        due: PaymentDue::Ahead,
        language: None,
        reference: None,
    }
}

#[tokio::test]
async fn test_payment_makes_test_order() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        // Whether it is a test method, whether the shop was in test mode, and what the order is then.
        let kinds = [
            ("real", false, false, false),
            ("test", true, true, true),
            ("test-card", false, true, true),
            (VOUCHER, false, true, true),
        ];
        for (key, by_test_method, shop_test_mode, is_test) in kinds {
            let (_, token) = shop.ready(&mug, 1).await;
            shop.payments.say(redirect());
            shop.submit(&token, key, 1_600).await.unwrap();
            let mut attempts = shop.payments_made().await.into_iter();
            let attempt = attempts.find(|own| own.status == AttemptStatus::RequiresAction).unwrap();
            let tx = shop.site.db.write().await.unwrap();
            tx.update::<order::Entity>(order::Column::Id.eq(attempt.order_id.clone()))
                .set(order::Column::TestMode, !is_test)
                .set(order::Column::HandsOut, Some(is_test))
                .exec()
                .await
                .unwrap();
            tx.update::<payment::Entity>(payment::Column::Id.eq(attempt.id.clone()))
                .set(payment::Column::TestMode, Some(by_test_method))
                .set(payment::Column::ShopTestMode, Some(shop_test_mode))
                .exec()
                .await
                .unwrap();
            if key == VOUCHER {
                // Its provider has instructions, and takes it nevertheless.
                tx.update::<payment::Entity>(payment::Column::Id.eq(attempt.id.clone()))
                    .set(payment::Column::Instructions, JsonOf(voucher()))
                    .exec()
                    .await
                    .unwrap();
            }
            tx.commit().await.unwrap();
            shop.payments.say(outcome_with(PaymentStatus::Captured));
            come_back(shop, attempt.id.as_str()).await;
            let paid = shop.orders().await.into_iter().find(|own| own.id == attempt.order_id).unwrap();
            assert_eq!((paid.payment_status, paid.test_mode), (OrderPaymentStatus::Paid, is_test), "{key}");
            assert_eq!(paid.hands_out, Some(!is_test), "{key}");
        }
    })
    .await;
}

#[tokio::test]
async fn test_card_confirmation_page() {
    let (shop, _, token) = Shop::with_last_mug_ready().await;
    shop.payments.say(Ok(Outcome {
        next: NextStep::Redirect("{return}?stoa_action=confirm".to_owned()),
        ..Outcome::plain(PaymentStatus::RequiresAction)
    }));
    let asked = shop.submit(&token, "one", 1_600).await.unwrap();
    let attempt = shop.payments_made().await[0].id.to_string();
    assert_eq!(asked.redirect_url, Some(format!("/checkout/test-card/{attempt}")));
    let tx = shop.site.db.read().await.unwrap();
    let summary = checkout::attempt_summary(&tx, &attempt).await.unwrap();
    assert_eq!((summary.order_number, summary.amount.minor, summary.awaits_buyer), (1, 1_600, true));
}

#[tokio::test]
async fn the_words_of_an_earlier_try_do_not_stay_with_the_order() {
    let (shop, _, token) = Shop::with_last_mug_ready().await;
    let decline = || Err(PaymentError::Refused { reason: "declined".to_owned(), buyer_message: None });
    let languages = async || {
        let tx = shop.site.db.read().await.unwrap();
        let rows = tx.find::<order_language::Entity>().all().await.unwrap();
        rows.into_iter().map(|row| row.language).collect::<Vec<_>>()
    };
    shop.payments.say(decline());
    shop.submit_in(&token, "one", 1_600, Some("fr")).await.unwrap();
    assert_eq!(languages().await, ["fr"]);
    shop.payments.say(decline());
    shop.submit(&token, "two", 1_600).await.unwrap();
    assert!(languages().await.is_empty());
}

/// Gives an attempt the consent of a signed-in customer, and its order to them.
pub(crate) async fn agree(shop: &Shop, attempt: &PaymentId, owner: &SiteUserId) {
    let tx = shop.site.db.write().await.unwrap();
    tx.update::<payment::Entity>(payment::Column::Id.eq(attempt.clone()))
        .set(payment::Column::SavedUse, JsonOf(SavedUse::Save { test_mode: true }))
        .exec()
        .await
        .unwrap();
    tx.update::<order::Entity>(order::Column::SiteUserId.is_null())
        .set(order::Column::SiteUserId, Some(owner.to_string()))
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

// spec: checkout.saved-payment-methods
#[tokio::test]
async fn a_saved_method_of_a_webhook_is_kept_once_and_stored_encrypted() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let saved = || {
            let (token, label) = ("tok-of-the-bank".to_owned(), "Visa ending in 4242".to_owned());
            let saved_method = Some(SavedMethod { token, label, expires_on: None });
            Ok(Outcome { saved_method, ..Outcome::plain(PaymentStatus::Captured) })
        };
        let (_, token) = shop.ready(&mug, 1).await;
        shop.payments.say(redirect());
        shop.submit(&token, "one", 1_600).await.unwrap();
        let attempt = shop.payments_made().await[0].id.clone();
        agree(shop, &attempt, &owner).await;
        shop.payments.say(saved());
        deliver_webhook(shop, attempt.as_str()).await.unwrap();

        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        let listed = payments::saved_methods(&member, db).await.unwrap();
        assert_eq!((listed.len(), listed[0].label.as_str()), (1, "Visa ending in 4242"));
        let stored = format!("{:?}", db.read().await.unwrap().everything().await.unwrap());
        assert!(stored.contains("Visa ending in 4242") && !stored.contains("tok-of-the-bank"));

        // A later message about the payment names the token as well, which the plugin need not tell.
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        deliver_webhook(shop, attempt.as_str()).await.unwrap();
        let receipts = db.read().await.unwrap().find::<webhook_receipt::Entity>().all().await.unwrap();
        let mut bodies: Vec<&str> = receipts.iter().map(|row| row.body.as_str()).collect();
        bodies.sort_unstable();
        assert!(bodies[0].is_empty() && !bodies[1].is_empty(), "{bodies:?}");
        assert_ne!(bodies[1], STANDARD.encode(attempt.as_str()), "stored as it came");

        payments::remove_saved_method(&member, db, &listed[0].id).await.unwrap();
        shop.payments.say(saved());
        deliver_webhook(shop, attempt.as_str()).await.unwrap();
        let listed = payments::saved_methods(&member, db).await.unwrap();
        assert!(listed.is_empty(), "a late message brings nothing back");
        payments::forget_due(&shop.site.visitor(), db, &shop.payments).await.unwrap();
        assert_eq!(shop.payments.forgotten(), ["tok-of-the-bank"]);
        assert_eq!(payments::next_forgetting(&db.read().await.unwrap()).await.unwrap(), None);
    })
    .await;
}
