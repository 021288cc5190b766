//! Payment methods that customers save: again after they removed them, and as many as there can be.

use std::sync::atomic::Ordering;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_commerce::payments::{self, SavedCharge};
use stoa_commerce::ports::{Outcome, PaymentStatus, SavedMethod};
use stoa_entity::tenant::saved_payment_method::{ActiveModel, Column, Entity};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, SavedPaymentMethodId, SiteUserId};
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::payment::AttemptStatus;

use crate::payments::{agree, deliver_webhook};
use crate::shop::{ProviderResult, Shop, TestProduct, outcome_with, redirect, timeout};

/// Buys in test mode with consent; the provider says in a webhook that it has saved the method.
async fn save(shop: &Shop, mug: &TestProduct, owner: &SiteUserId, key: &str, saved: &str) {
    let (_, token) = shop.ready(mug, 1).await;
    shop.payments.say(redirect());
    shop.submit(&token, key, 1_600).await.unwrap();
    let mut attempts = shop.payments_made().await.into_iter();
    let attempt = attempts.find(|own| own.status == AttemptStatus::RequiresAction).unwrap();
    agree(shop, &attempt.id, owner).await;
    let (token, label) = (saved.to_owned(), "Visa ending in 4242".to_owned());
    let saved_method = Some(SavedMethod { token, label, expires_on: None });
    shop.payments.say(Ok(Outcome { saved_method, ..Outcome::plain(PaymentStatus::Captured) }));
    deliver_webhook(shop, attempt.id.as_str()).await.unwrap();
}

// spec: checkout.saved-payment-methods
#[tokio::test]
async fn a_method_that_is_saved_again_is_not_forgotten() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        save(shop, &mug, &owner, "one", "tok-of-the-bank").await;
        let first = payments::saved_methods(&member, db).await.unwrap().remove(0);
        payments::remove_saved_method(&member, db, &first.id).await.unwrap();
        save(shop, &mug, &owner, "two", "tok-of-the-bank").await;
        payments::forget_due(&shop.site.visitor(), db, &shop.payments).await.unwrap();
        assert!(shop.payments.forgotten().is_empty(), "the customer pays with it");
        assert_eq!(payments::next_forgetting(&db.read().await.unwrap()).await.unwrap(), None);
        let listed = payments::saved_methods(&member, db).await.unwrap();
        assert_eq!((listed.len(), listed[0].label.as_str()), (1, "Visa ending in 4242"));

        save(shop, &mug, &SiteUserId::generate(), "three", "tok-of-another").await;
        payments::remove_saved_method(&member, db, &listed[0].id).await.unwrap();
        payments::forget_due(&shop.site.visitor(), db, &shop.payments).await.unwrap();
        assert_eq!(shop.payments.forgotten(), ["tok-of-the-bank"]);
    })
    .await;
}

// spec: checkout.saved-payment-methods
#[tokio::test]
async fn provider_is_asked_to_forget_all_before_its_plugin_is_removed() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        let visitor = shop.site.visitor();
        save(shop, &mug, &owner, "one", "tok-1").await;
        save(shop, &mug, &owner, "two", "tok-2").await;
        let removed = payments::saved_methods(&member, db).await.unwrap().remove(0);
        payments::remove_saved_method(&member, db, &removed.id).await.unwrap();
        let forget = async |provider: &'static str| {
            payments::forget_before_removal(&visitor, db, &shop.payments, provider).await.unwrap()
        };
        assert_eq!(forget("another.card").await, 0);
        assert_eq!(payments::saved_methods(&member, db).await.unwrap().len(), 1, "of another provider");

        shop.payments.remembers.store(true, Ordering::SeqCst);
        assert_eq!(forget("test.card").await, 2, "it does not answer");
        assert_eq!(shop.payments.forgotten().len(), 1, "asked once, not for each");
        assert!(payments::saved_methods(&member, db).await.unwrap().is_empty(), "nobody pays with them any more");
        shop.payments.remembers.store(false, Ordering::SeqCst);
        assert_eq!(forget("test.card").await, 0);
        let mut forgotten = shop.payments.forgotten().split_off(1);
        forgotten.sort();
        assert_eq!(forgotten, ["tok-1", "tok-2"]);
    })
    .await;
}

// spec: checkout.saved-payment-methods
#[tokio::test]
async fn only_methods_of_the_mode_that_have_not_expired_take_a_place() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        let tx = db.write().await.unwrap();
        let row = |place: i64, test_mode: bool| ActiveModel {
            website_id: Set(tx.website().clone()),
            owner: Set(owner.to_string()),
            id: Set(SavedPaymentMethodId::generate()),
            provider: Set("test.card".to_owned()),
            plugin_digest: Set(None),
            method: Set("card".to_owned()),
            test_mode: Set(test_mode),
            sealed_token: Set("of another key".to_owned()),
            label: Set(format!("place {place}")),
            expires_on: Set(test_mode.then(|| Timestamp::from_ms(place))),
            created_on: Set(Timestamp::from_ms(place)),
            forget_on: Set(None),
            tries: Set(0),
        };
        let rows = (1..=10).flat_map(|place| [row(place, true), row(place, false)]).collect();
        tx.insert_many(rows).await.unwrap();
        tx.commit().await.unwrap();

        save(shop, &mug, &owner, "one", "tok-1").await;
        let listed = payments::saved_methods(&member, db).await.unwrap();
        let of_mode: Vec<&str> = listed.iter().filter(|own| own.test_mode).map(|own| own.label.as_str()).collect();
        assert_eq!((listed.len(), of_mode.len(), of_mode[0]), (20, 10, "Visa ending in 4242"));
        assert!(!of_mode.contains(&"place 1"), "the oldest has made room: {of_mode:?}");
        payments::forget_due(&shop.site.visitor(), db, &shop.payments).await.unwrap();

        let tx = db.write().await.unwrap();
        let all = tx.update::<Entity>(Column::TestMode.eq(true));
        all.set(Column::ExpiresOn, None::<Timestamp>).exec().await.unwrap();
        tx.commit().await.unwrap();
        save(shop, &mug, &owner, "two", "tok-2").await;
        assert_eq!(payments::saved_methods(&member, db).await.unwrap(), {
            let mut same = listed;
            same.iter_mut().filter(|own| own.test_mode).for_each(|own| own.expires_on = None);
            same
        });
        payments::forget_due(&shop.site.visitor(), db, &shop.payments).await.unwrap();
        assert_eq!(shop.payments.forgotten(), ["tok-2"]);
    })
    .await;
}

// spec: checkout.saved-payment-methods
#[tokio::test]
async fn providers_forget_all_methods_of_a_site_that_is_deleted() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let (visitor, db) = (shop.site.visitor(), &shop.site.db);
        let forget = async || payments::forget_of_deleted_site(&visitor, db, &shop.payments).await.unwrap();
        assert_eq!((forget().await, payments::has_saved_methods(db).await.unwrap()), (None, false));
        save(shop, &mug, &SiteUserId::generate(), "one", "tok-1").await;
        save(shop, &mug, &SiteUserId::generate(), "two", "tok-2").await;
        assert!(payments::has_saved_methods(db).await.unwrap());

        shop.payments.remembers.store(true, Ordering::SeqCst);
        let again_on = forget().await.expect("it does not answer, and is asked again");
        assert!(again_on > visitor.now(), "not at once");
        assert!(payments::has_saved_methods(db).await.unwrap());
        let asked = shop.payments.forgotten().len();

        shop.payments.remembers.store(false, Ordering::SeqCst);
        let tx = db.write().await.unwrap();
        tx.update::<Entity>(Column::Owner.eq("")).set(Column::ForgetOn, Some(visitor.now())).exec().await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(forget().await, None);
        let mut forgotten = shop.payments.forgotten().split_off(asked);
        forgotten.sort();
        assert_eq!(forgotten, ["tok-1", "tok-2"]);
        assert!(!payments::has_saved_methods(db).await.unwrap());
    })
    .await;
}

/// An order of a customer that is not paid, after the first answer of the provider.
async fn unpaid(shop: &Shop, mug: &TestProduct, owner: &SiteUserId, answer: ProviderResult) -> OrderId {
    let (_, token) = shop.ready(mug, 1).await;
    shop.payments.say(answer);
    shop.submit(&token, "unpaid", 1_600).await.unwrap();
    let orders = shop.orders().await;
    let order = orders.into_iter().find(|own| own.site_user_id.is_none()).unwrap();
    let made = shop.payments_made().await;
    let attempt = made.into_iter().find(|own| own.order_id == order.id).unwrap();
    agree(shop, &attempt.id, owner).await;
    order.id
}

// spec: orders.saved-charge
#[tokio::test]
async fn items_of_a_charge_without_an_answer_are_kept_as_in_a_checkout() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        save(shop, &mug, &owner, "one", "tok-1").await;
        let saved_method = payments::saved_methods(&member, db).await.unwrap().remove(0).id.to_string();
        let order = unpaid(shop, &mug, &owner, outcome_with(PaymentStatus::Declined)).await;
        shop.payments.can_save.store(true, Ordering::SeqCst);
        shop.payments.say(timeout());
        let charge = SavedCharge { idempotency_key: "charge-0001".to_owned(), saved_method };
        payments::charge_saved_method(&shop.owner, db, &shop.payments, &order, &charge).await.unwrap();
        let kept = shop.orders().await.into_iter().find(|own| own.id == order).unwrap();
        assert!(kept.stock_held);
        let made = shop.payments_made().await;
        let attempt = made.into_iter().find(|own| own.status == AttemptStatus::Unknown).unwrap();
        let until = kept.hold_expires_on.expect("they are not kept for ever");
        assert_eq!(until.ms() - attempt.created_on.ms(), 15 * 60 * 1_000);
    })
    .await;
}

// spec: orders.saved-charge
#[tokio::test]
async fn an_order_that_was_paid_in_part_is_not_charged_again() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        let owner = SiteUserId::generate();
        let (member, db) = (shop.site.site_user(owner.clone()), &shop.site.db);
        save(shop, &mug, &owner, "one", "tok-1").await;
        let saved_method = payments::saved_methods(&member, db).await.unwrap().remove(0).id.to_string();
        let captured = Some(Money::new(600, "USD".parse::<Currency>().unwrap()));
        let part = Ok(Outcome { captured, ..Outcome::plain(PaymentStatus::Captured) });
        let order = unpaid(shop, &mug, &owner, part).await;
        shop.payments.can_save.store(true, Ordering::SeqCst);
        let row = shop.orders().await.into_iter().find(|own| own.id == order).unwrap();
        assert_eq!(row.payment_status, OrderPaymentStatus::AwaitingPayment, "a contributor looks at it");
        let methods = payments::chargeable_methods(&shop.owner, db, &shop.payments, &order).await.unwrap();
        assert!(methods.is_empty(), "none is offered: {methods:?}");
        let calls = shop.payments.calls();
        let charge = SavedCharge { idempotency_key: "charge-0001".to_owned(), saved_method };
        let charged = payments::charge_saved_method(&shop.owner, db, &shop.payments, &order, &charge).await;
        assert!(charged.is_err(), "the customer would pay that part twice");
        assert_eq!(shop.payments.calls(), calls);
    })
    .await;
}
