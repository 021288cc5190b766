//! In which mode of the shop the messages of a provider are verified, and of which payments they are believed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::SimpleExpr;
use stoa_commerce::CommerceError;
use stoa_commerce::payments;
use stoa_commerce::ports::{Dispute, PaymentStatus, Webhook};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{payment, payment_dispute, payment_setting, webhook_receipt};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PaymentId;
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::payment::{AttemptStatus, CaptureMode, DisputeStatus};

use crate::shop::{Shop, outcome_with, redirect, timeout};

const TEST: bool = true;
const LIVE: bool = false;

/// A payment that waits for its buyer, as if it was begun in a mode. The shop is in test mode.
async fn begun(shop: &Shop, mode: bool) -> PaymentId {
    let before = shop.payments_made().await;
    let mug = shop.product(&format!("Mug {}", before.len()), 1_000, Some(1)).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.payments.say(redirect());
    shop.submit(&token, &format!("begun-{}", before.len()), 1_600).await.unwrap();
    let is_new = |made: &payment::Model| before.iter().all(|known| known.id != made.id);
    let attempt = shop.payments_made().await.into_iter().find(is_new).unwrap().id;
    change(shop, &attempt, payment::Column::ShopTestMode, Some(mode)).await;
    attempt
}

async fn change(shop: &Shop, attempt: &PaymentId, column: payment::Column, value: impl Into<SimpleExpr>) {
    let tx = shop.site.db.write().await.unwrap();
    let own = payment::Column::Id.eq(attempt.clone());
    tx.update::<payment::Entity>(own).set(column, value).exec().await.unwrap();
    tx.commit().await.unwrap();
}

async fn set_mode(shop: &Shop, mode: bool) {
    let tx = shop.site.db.write().await.unwrap();
    tx.delete::<payment_setting::Entity>(payment_setting::Column::Revision.gte(0)).exec().await.unwrap();
    tx.insert(payment_setting::ActiveModel {
        website_id: Set(tx.website().clone()),
        test_mode: Set(mode),
        capture_mode: Set(CaptureMode::AtOnce),
        transfer_hold_hours: Set(1),
        methods: Set(JsonOf::default()),
        revision: Set(1),
        updated_on: Set(Timestamp::default()),
    })
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

/// A message with an event about each of some payments, which the provider signs in a mode; in both alike if none is given.
fn message(shop: &Shop, event: &str, attempts: &[&PaymentId], signed_in: Option<bool>) -> Webhook {
    *shop.payments.signs_in.lock().unwrap() = signed_in;
    shop.payments.verified_in.lock().unwrap().clear();
    let lines: Vec<&str> = attempts.iter().map(|attempt| attempt.as_str()).collect();
    Webhook {
        method: "POST".to_owned(),
        headers: Vec::new(),
        query: event.to_owned(),
        body: lines.join("\n").into_bytes(),
    }
}

/// Delivers a message with an event about a payment.
async fn deliver(shop: &Shop, event: &str, attempt: &PaymentId, signed_in: Option<bool>) -> Result<(), CommerceError> {
    receive(shop, &message(shop, event, &[attempt], signed_in)).await
}

async fn receive(shop: &Shop, webhook: &Webhook) -> Result<(), CommerceError> {
    payments::receive(&shop.ctx, &shop.site.db, &shop.payments, "test.card", webhook).await
}

/// Delivers a message of a sender of which many were not genuine.
async fn deliver_doubtful(
    shop: &Shop,
    event: &str,
    attempt: &PaymentId,
    signed_in: Option<bool>,
) -> Result<(), CommerceError> {
    let webhook = message(shop, event, &[attempt], signed_in);
    payments::receive_from_doubtful(&shop.ctx, &shop.site.db, &shop.payments, "test.card", &webhook).await
}

async fn is_captured(shop: &Shop, attempt: &PaymentId) -> bool {
    let made = shop.payments_made().await;
    made.iter().any(|payment| payment.id == *attempt && payment.status == AttemptStatus::Captured)
}

/// The modes in which the plugin was asked to verify the last message.
fn verified_in(shop: &Shop) -> Vec<bool> {
    shop.payments.verified_in.lock().unwrap().clone()
}

async fn is_paid(shop: &Shop) -> bool {
    shop.orders().await[0].payment_status == OrderPaymentStatus::Paid
}

fn dispute(shop: &Shop) {
    let (id, reason) = ("dp-1".to_owned(), "unrecognised".to_owned());
    let told = Dispute { id, status: DisputeStatus::NeedsResponse, amount: None, reason, respond_by: None };
    *shop.payments.dispute.lock().unwrap() = Some(told);
}

async fn disputes(shop: &Shop) -> usize {
    let tx = shop.site.db.read().await.unwrap();
    tx.find::<payment_dispute::Entity>().all().await.unwrap().len()
}

/// Receives a message of test mode that cannot be applied yet, and applies it when the shop is live: with the mode that was
/// recorded of it, or without one, as before modes were.
async fn apply_in_a_live_shop(shop: &Shop, keeps_mode: bool) {
    let attempt = begun(shop, LIVE).await;
    change(shop, &attempt, payment::Column::Provider, "later.card").await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    deliver(shop, "evt-1", &attempt, Some(TEST)).await.unwrap();
    change(shop, &attempt, payment::Column::Provider, "test.card").await;
    set_mode(shop, LIVE).await;
    let tx = shop.site.db.write().await.unwrap();
    let waiting = tx.update::<webhook_receipt::Entity>(webhook_receipt::Column::NextTryOn.is_not_null());
    let due = waiting.set(webhook_receipt::Column::NextTryOn, Some(1_i64));
    let due = if keeps_mode { due } else { due.set(webhook_receipt::Column::ShopTestMode, None::<bool>) };
    due.exec().await.unwrap();
    tx.commit().await.unwrap();
    shop.payments.say(outcome_with(PaymentStatus::RequiresAction));
    assert_eq!(payments::apply_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap(), 1);
}

// spec: plugins.payments.modes
#[tokio::test]
async fn what_a_message_of_the_other_mode_says_is_asked_of_the_provider() {
    Shop::on_both(async |shop| {
        let attempt = begun(shop, LIVE).await;
        for (said, expected) in [(PaymentStatus::RequiresAction, false), (PaymentStatus::Captured, true)] {
            shop.payments.say(outcome_with(PaymentStatus::Captured));
            shop.payments.say(outcome_with(said));
            dispute(shop);
            deliver(shop, &format!("evt-{said:?}"), &attempt, Some(TEST)).await.unwrap();
            assert_eq!(verified_in(shop), [TEST, LIVE], "{said:?}");
            assert_eq!((is_paid(shop).await, disputes(shop).await), (expected, 0), "{said:?}");
        }
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_message_is_verified_in_the_other_mode_while_that_has_payments() {
    Shop::on_both(async |shop| {
        let attempt = begun(shop, TEST).await;
        let refused = deliver(shop, "evt-1", &attempt, Some(LIVE)).await;
        assert!(matches!(refused, Err(CommerceError::WebhookRefused(_))), "{refused:?}");
        assert_eq!(verified_in(shop), [TEST], "the shop was never live");

        change(shop, &attempt, payment::Column::ShopTestMode, Some(LIVE)).await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        dispute(shop);
        deliver(shop, "evt-3", &attempt, Some(LIVE)).await.unwrap();
        assert_eq!(verified_in(shop), [TEST, LIVE]);
        assert_eq!((is_paid(shop).await, disputes(shop).await), (true, 1));

        change(shop, &attempt, payment::Column::Status, AttemptStatus::Refunded).await;
        let late = deliver(shop, "evt-4", &attempt, Some(LIVE)).await;
        assert!(matches!(late, Err(CommerceError::WebhookRefused(_))), "{late:?}");
        assert_eq!(verified_in(shop), [TEST], "nothing can be told any more");
    })
    .await;
}

async fn receipts(shop: &Shop) -> Vec<webhook_receipt::Model> {
    let tx = shop.site.db.read().await.unwrap();
    tx.find::<webhook_receipt::Entity>().all().await.unwrap()
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_message_of_the_other_mode_is_not_kept_for_payments_that_are_not_known() {
    Shop::on_both(async |shop| {
        let attempt = begun(shop, TEST).await;
        set_mode(shop, LIVE).await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        let made_up = deliver(shop, "evt-1", &PaymentId::generate(), Some(TEST)).await;
        assert!(matches!(made_up, Err(CommerceError::WebhookRefused(_))), "{made_up:?}");
        assert_eq!((verified_in(shop), receipts(shop).await), (vec![LIVE, TEST], Vec::new()));
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        deliver(shop, "evt-2", &attempt, Some(TEST)).await.unwrap();
        assert_eq!((is_paid(shop).await, receipts(shop).await.len()), (true, 1));
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn what_an_earlier_message_without_a_mode_says_is_asked_of_the_provider() {
    Shop::on_both(async |shop| {
        apply_in_a_live_shop(shop, false).await;
        assert!(!is_paid(shop).await, "it may have been verified in test mode");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_provider_may_sign_the_messages_of_both_modes_alike() {
    let shop = Shop::open().await;
    let attempt = begun(&shop, LIVE).await;
    let calls = shop.payments.calls();
    deliver(&shop, "evt-1", &attempt, None).await.unwrap();
    assert_eq!(verified_in(&shop), [TEST, LIVE]);
    assert_eq!(shop.payments.calls() - calls, 2, "it is believed without a question");
    assert!(is_paid(&shop).await);
}

// spec: plugins.payments.modes
#[tokio::test]
async fn the_mode_of_a_message_stays_while_it_waits() {
    Shop::on_both(async |shop| {
        apply_in_a_live_shop(shop, true).await;
        assert!(!is_paid(shop).await, "it was verified in test mode");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_message_of_test_mode_does_not_keep_out_the_same_event_of_live_mode() {
    Shop::on_both(async |shop| {
        let attempt = begun(shop, LIVE).await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        shop.payments.say(outcome_with(PaymentStatus::RequiresAction));
        deliver(shop, "evt-1", &attempt, Some(TEST)).await.unwrap();
        assert!(!is_paid(shop).await);

        set_mode(shop, LIVE).await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        deliver(shop, "evt-1", &attempt, Some(LIVE)).await.unwrap();
        assert!(is_paid(shop).await);

        set_mode(shop, TEST).await;
        shop.payments.say(outcome_with(PaymentStatus::Declined));
        deliver(shop, "evt-1", &attempt, Some(TEST)).await.unwrap();
        let tx = shop.site.db.read().await.unwrap();
        let kept = tx.find::<webhook_receipt::Entity>().all().await.unwrap();
        assert_eq!((kept.len(), kept[0].shop_test_mode), (1, Some(LIVE)));
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn payments_of_the_shop_do_not_wait_for_a_provider_that_fails_in_the_other_mode() {
    Shop::on_both(async |shop| {
        let (own, other) = (begun(shop, TEST).await, begun(shop, LIVE).await);
        let about_both = message(shop, "evt-1", &[&own, &other], None);
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        shop.payments.say(timeout());
        let silent = receive(shop, &about_both).await;
        assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "it is to be sent again: {silent:?}");
        assert_eq!(verified_in(shop), [TEST, LIVE]);
        assert_eq!((is_captured(shop, &own).await, is_captured(shop, &other).await), (true, false));
        assert_eq!(receipts(shop).await.len(), 1, "what was not verified is not kept");

        receive(shop, &about_both).await.unwrap();
        assert!(is_captured(shop, &other).await);
        assert_eq!(receipts(shop).await.len(), 2, "the first one is not received twice");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_provider_that_fails_in_the_other_mode_is_asked_for_its_messages_again() {
    Shop::on_both(async |shop| {
        let (own, other) = (begun(shop, TEST).await, begun(shop, LIVE).await);
        for event in ["evt-1", "evt-2"] {
            shop.payments.say(timeout());
            let silent = deliver(shop, event, &other, Some(LIVE)).await;
            assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "{silent:?}");
            assert_eq!(verified_in(shop), [TEST, LIVE]);
        }
        deliver(shop, "evt-3", &own, Some(TEST)).await.unwrap();
        assert_eq!((is_captured(shop, &own).await, verified_in(shop)), (true, vec![TEST]), "the others go on");
    })
    .await;
}

/// Lets the provider verify nothing in a mode, or everything again.
fn fail_in(shop: &Shop, mode: Option<bool>) {
    *shop.payments.fails_in.lock().unwrap() = mode;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn payments_of_the_other_mode_do_not_wait_for_a_provider_that_fails_in_that_of_the_shop() {
    Shop::on_both(async |shop| {
        let (own, other) = (begun(shop, TEST).await, begun(shop, LIVE).await);
        fail_in(shop, Some(TEST));
        deliver(shop, "evt-1", &other, Some(LIVE)).await.unwrap();
        assert_eq!((verified_in(shop), is_captured(shop, &other).await), (vec![TEST, LIVE], true));
        let kept = receipts(shop).await;
        assert_eq!((kept.len(), kept[0].shop_test_mode), (1, Some(LIVE)));

        for (event, attempt, signed_in) in [
            ("evt-2", &own, Some(TEST)),
            ("evt-3", &own, Some(LIVE)),
            ("evt-4", &own, None),
            ("evt-5", &PaymentId::generate(), Some(LIVE)),
        ] {
            let silent = deliver(shop, event, attempt, signed_in).await;
            assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "{event}: {silent:?}");
        }
        assert_eq!((is_captured(shop, &own).await, receipts(shop).await.len()), (false, 1), "nothing else is believed");

        fail_in(shop, None);
        deliver(shop, "evt-2", &own, Some(TEST)).await.unwrap();
        assert!(is_captured(shop, &own).await, "what is sent again counts");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn the_part_of_a_message_that_the_mode_of_the_shop_cannot_verify_is_to_be_sent_again() {
    Shop::on_both(async |shop| {
        let (own, other) = (begun(shop, TEST).await, begun(shop, LIVE).await);
        let about_both = message(shop, "evt-1", &[&own, &other], None);
        fail_in(shop, Some(TEST));
        let silent = receive(shop, &about_both).await;
        assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "{silent:?}");
        assert_eq!((is_captured(shop, &own).await, is_captured(shop, &other).await), (false, true));

        fail_in(shop, None);
        receive(shop, &about_both).await.unwrap();
        assert!(is_captured(shop, &own).await);
        assert_eq!(receipts(shop).await.len(), 2, "the first one is not received twice");
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_provider_that_fails_is_asked_once_without_payments_of_the_other_mode_or_for_a_doubtful_sender() {
    Shop::on_both(async |shop| {
        let own = begun(shop, TEST).await;
        fail_in(shop, Some(TEST));
        let silent = deliver(shop, "evt-1", &own, None).await;
        assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "{silent:?}");
        assert_eq!(verified_in(shop), [TEST], "the shop was never live");
        let other = begun(shop, LIVE).await;
        let silent = deliver_doubtful(shop, "evt-2", &other, Some(LIVE)).await;
        assert!(matches!(silent, Err(CommerceError::ProviderSilent(_))), "{silent:?}");
        assert_eq!(verified_in(shop), [TEST]);
    })
    .await;
}

// spec: plugins.payments.modes
#[tokio::test]
async fn a_message_of_a_doubtful_sender_is_verified_once() {
    Shop::on_both(async |shop| {
        let attempt = begun(shop, TEST).await;
        let refused = deliver_doubtful(shop, "evt-1", &attempt, Some(LIVE)).await;
        assert!(matches!(refused, Err(CommerceError::WebhookRefused(_))), "nobody would know more: {refused:?}");
        let other = begun(shop, LIVE).await;
        let put_off = deliver_doubtful(shop, "evt-2", &other, Some(LIVE)).await;
        assert!(matches!(put_off, Err(CommerceError::WebhookPutOff)), "{put_off:?}");
        assert_eq!((verified_in(shop), receipts(shop).await.len()), (vec![TEST], 0));

        deliver_doubtful(shop, "evt-3", &attempt, Some(TEST)).await.unwrap();
        assert!(is_captured(shop, &attempt).await, "what is genuine in the mode of the shop counts");
        deliver(shop, "evt-2", &other, Some(LIVE)).await.unwrap();
        assert!(is_captured(shop, &other).await, "what was put off can be sent again");
    })
    .await;
}
