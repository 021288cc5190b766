//! What the shop knows of its customers: what they have spent, all of their orders, and what goes when they are erased.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::customers::{self, CustomerFilter};
use stoa_commerce::orders::{self, Cancellation, NewFulfillment};
use stoa_commerce::payments;
use stoa_commerce::ports::{Dispute, Outcome, PaymentStatus, Webhook};
use stoa_commerce::refunds::{self, NewRefund, RequestedRefund};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{order, payment, webhook_receipt};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, OrderId, PaymentId, WebhookReceiptId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::page::PageRequest;
use stoa_kernel::payment::{AttemptStatus, CaptureMode, DisputeStatus, PaymentMessageStatus};

use crate::shop::{Shop, outcome_with};

async fn paid(shop: &Shop, name: &str) -> OrderId {
    let mug = shop.product(name, 1_000, Some(5)).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.submit(&token, "one", 1_600).await.unwrap().order_id
}

async fn change(shop: &Shop, id: &OrderId, change: impl FnOnce(&mut order::ActiveModel)) {
    let tx = shop.site.db.write().await.unwrap();
    let row = tx.find::<order::Entity>().filter(order::Column::Id.eq(id.clone())).one().await.unwrap().unwrap();
    let mut row = sea_orm::IntoActiveModel::into_active_model(row);
    change(&mut row);
    tx.save(row).await.unwrap();
    tx.commit().await.unwrap();
}

async fn ada(shop: &Shop) -> CustomerId {
    let page =
        customers::list(&shop.owner, &shop.site.db, &CustomerFilter::default(), &PageRequest::default()).await.unwrap();
    page.items[0].id.clone()
}

#[tokio::test]
async fn customer_total_counts_retained_payments() {
    Shop::on_both(async |shop| {
        let (real, test, foreign) = (paid(shop, "A").await, paid(shop, "B").await, paid(shop, "C").await);
        let unpaid = paid(shop, "D").await;
        change(shop, &real, |row| row.test_mode = Set(false)).await;
        change(shop, &foreign, |row| (row.test_mode, row.currency) = (Set(false), Set("EUR".to_owned()))).await;
        change(shop, &unpaid, |row| (row.test_mode, row.paid_on) = (Set(false), Set(None))).await;
        let refunded = Some(Money::new(500, Currency::DEFAULT));
        shop.payments.say(Ok(Outcome { refunded, ..Outcome::plain(PaymentStatus::PartiallyRefunded) }));
        let wish = RequestedRefund { amount_cents: Some(Cents(500)), ..RequestedRefund::default() };
        let new = NewRefund { idempotency_key: "refund-one".to_owned(), wish, ..NewRefund::default() };
        refunds::refund(&shop.owner, &shop.site.db, &shop.payments, &real, new).await.unwrap();
        let page = customers::list(&shop.owner, &shop.site.db, &CustomerFilter::default(), &PageRequest::default())
            .await
            .unwrap();
        let seen = &page.items[0];
        assert_eq!((seen.email.as_str(), seen.order_count, seen.spent_cents.0), ("ada@example.com", 1, 1_100));
        change(shop, &test, |row| row.test_mode = Set(false)).await;
        let seen = customers::detail(&shop.owner, &shop.site.db, &seen.id).await.unwrap().summary;
        assert_eq!((seen.order_count, seen.spent_cents.0), (2, 2_700));
    })
    .await;
}

#[tokio::test]
async fn customer_orders_pagination() {
    Shop::on_both(async |shop| {
        for name in ["A", "B", "C"] {
            paid(shop, name).await;
        }
        let id = ada(shop).await;
        let page = async |cursor| {
            let request = PageRequest::new(cursor, Some(2));
            customers::orders_of(&shop.owner, &shop.site.db, &id, &request).await.unwrap()
        };
        let first = page(None).await;
        let second = page(first.next_cursor.clone()).await;
        let numbers: Vec<i64> = first.items.iter().chain(&second.items).map(|order| order.number).collect();
        assert_eq!((numbers.len(), second.next_cursor), (3, None));
        assert!((1..=3).all(|number| numbers.contains(&number)), "{numbers:?}");
        let request = PageRequest::default();
        assert!(customers::orders_of(&shop.ctx, &shop.site.db, &id, &request).await.is_err());
    })
    .await;
}

async fn set_aside_order(shop: &Shop) -> OrderId {
    let id = paid(shop, "Mug").await;
    change(shop, &id, |row| (row.payment_status, row.paid_on) = (Set(OrderPaymentStatus::Authorized), Set(None))).await;
    let tx = shop.site.db.write().await.unwrap();
    tx.update::<payment::Entity>(payment::Column::OrderId.eq(id.clone()))
        .set(payment::Column::Status, AttemptStatus::Authorised)
        .set(payment::Column::CaptureMode, CaptureMode::ByHand)
        .set(payment::Column::CapturedCents, 0_i64)
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    id
}

#[tokio::test]
async fn authorised_order_blocks_erasure() {
    Shop::on_both(async |shop| {
        let order = set_aside_order(shop).await;
        let id = ada(shop).await;
        let refused = customers::erase(&shop.owner, &shop.site.db, &id).await.unwrap_err();
        assert!(matches!(refused, CommerceError::Conflict(_)), "{refused:?}");
        let kept = orders::detail(&shop.owner, &shop.site.db, &order).await.unwrap();
        assert_eq!(kept.shipping_address.unwrap().line1, "1 Main St");
        let off = Cancellation::default();
        orders::cancel(&shop.owner, &shop.site.db, &shop.payments, &order, off).await.unwrap();
        customers::erase(&shop.owner, &shop.site.db, &id).await.unwrap();
        let gone = orders::detail(&shop.owner, &shop.site.db, &order).await.unwrap();
        assert_eq!(gone.shipping_address.unwrap().line1, "");
    })
    .await;
}

/// A message that could not be applied, about an attempt that its event names.
async fn store_unmatched_message(shop: &Shop, event_id: &str, about: &PaymentId) {
    let tx = shop.site.db.write().await.unwrap();
    let event = json!({"eventId": event_id, "attemptId": about.as_str(), "providerRef": null, "outcome": {
        "status": "captured", "next": "none", "providerRef": null, "captured": null, "refunded": null,
        "providerState": {"email": "ada@example.com"}, "buyerMessage": null}});
    tx.insert(webhook_receipt::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(WebhookReceiptId::generate()),
        provider: Set("test.card".to_owned()),
        event_id: Set(event_id.to_owned()),
        shop_test_mode: Set(None),
        payment_id: Set(None),
        event: Set(event),
        body: Set("YWRhQGV4YW1wbGUuY29t".to_owned()),
        body_digest: Set("0".repeat(64)),
        headers: Set(JsonOf::default()),
        status: Set(PaymentMessageStatus::GivenUp),
        attempts: Set(9),
        next_try_on: Set(None),
        last_error: Set(None),
        received_on: Set(Timestamp::from_ms(1)),
        settled_on: Set(Some(Timestamp::from_ms(1))),
    })
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn erasure_clears_provider_messages() {
    Shop::on_both(async |shop| {
        let order = paid(shop, "Mug").await;
        let attempt = shop.payments_made().await.remove(0).id;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        let (id, reason) = ("dp-1".to_owned(), "claimed by ada@example.com".to_owned());
        let dispute = Dispute { id, status: DisputeStatus::Won, amount: None, reason, respond_by: None };
        *shop.payments.dispute.lock().unwrap() = Some(dispute);
        let webhook = Webhook {
            method: "POST".to_owned(),
            headers: Vec::new(),
            query: String::new(),
            body: attempt.as_str().as_bytes().to_vec(),
        };
        payments::receive(&shop.ctx, &shop.site.db, &shop.payments, "test.card", &webhook).await.unwrap();
        store_unmatched_message(shop, "evt-lost", &attempt).await;
        store_unmatched_message(shop, "evt-others", &PaymentId::generate()).await;
        let parcel = NewFulfillment::default();
        orders::fulfill(&shop.owner, &shop.site.db, &shop.payments, &order, parcel).await.unwrap();
        customers::erase(&shop.owner, &shop.site.db, &ada(shop).await).await.unwrap();
        let tx = shop.site.db.read().await.unwrap();
        let find = tx.find::<webhook_receipt::Entity>().order_by_asc(webhook_receipt::Column::EventId);
        let rows = find.all().await.unwrap();
        assert_eq!(rows.len(), 3);
        for row in &rows {
            let is_others = row.event_id == "evt-others";
            assert_eq!(row.body.is_empty(), !is_others, "{row:?}");
            assert!(is_others || !row.event.to_string().contains("ada@example.com"), "{row:?}");
        }
        drop(tx);
        let told = payments::of_order(&shop.owner, &shop.site.db, &order).await.unwrap();
        assert_eq!((told.len(), told[0].says.as_str()), (1, "captured"), "that it came stays with the books");
        let kept = orders::detail(&shop.owner, &shop.site.db, &order).await.unwrap().payments.remove(0).disputes;
        assert_eq!((kept.len(), kept[0].amount_cents), (1, None));
        assert!(kept[0].reason.starts_with("claimed by") && !kept[0].reason.contains("ada@"), "{kept:?}");
    })
    .await;
}
