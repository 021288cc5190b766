//! Lists, fulfilment and e-mails of orders against a database.

use stoa_commerce::CommerceError;
use stoa_commerce::orders::{self, NewFulfillment, OrderFilter};
use stoa_email::{Claim, MessageFilter, Priority};
use stoa_kernel::event::Event;
use stoa_kernel::id::OrderId;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::page::PageRequest;

use crate::shop::Shop;

async fn paid(shop: &Shop, name: &str) -> OrderId {
    let mug = shop.product(name, 1_000, Some(5)).await;
    let (_, token) = shop.ready(&mug, 1).await;
    shop.submit(&token, "one", 1_600).await.unwrap().order_id
}

#[tokio::test]
async fn order_list_paging_and_search() {
    let shop = Shop::open().await;
    for name in ["A", "B", "C"] {
        paid(&shop, name).await;
    }
    let (ctx, db) = (&shop.owner, &shop.site.db);
    let all = OrderFilter::default();
    let first = orders::list(ctx, db, &all, Default::default(), &PageRequest::new(None, Some(2))).await.unwrap();
    assert_eq!(first.items.len(), 2);
    let second =
        orders::list(ctx, db, &all, Default::default(), &PageRequest::new(first.next_cursor, Some(2))).await.unwrap();
    assert_eq!((second.items.len(), second.next_cursor), (1, None));
    assert_eq!(second.items[0].item_count, 1);
    let found = |query: &str, payment_status: Option<OrderPaymentStatus>| OrderFilter {
        query: Some(query.to_owned()),
        payment_status,
        ..OrderFilter::default()
    };
    let count = async |filter: OrderFilter| {
        orders::list(ctx, db, &filter, Default::default(), &PageRequest::default()).await.unwrap().items.len()
    };
    assert_eq!(count(found("#2", None)).await, 1);
    assert_eq!(count(found("ADA@", Some(OrderPaymentStatus::Paid))).await, 3);
    assert_eq!(count(found("byron", Some(OrderPaymentStatus::Failed))).await, 0);
    assert_eq!(count(found("%", None)).await, 0);
    assert!(orders::list(&shop.ctx, db, &all, Default::default(), &PageRequest::default()).await.is_err());
}

#[tokio::test]
async fn order_fulfilled_once() {
    let shop = Shop::open().await;
    let id = paid(&shop, "Mug").await;
    let (ctx, db) = (&shop.owner, &shop.site.db);
    let parcel = || NewFulfillment {
        tracking_number: "T1".to_owned(),
        carrier: "Post".to_owned(),
        tracking_url: "https://post.example/T1".to_owned(),
        notify_customer: true,
        items: Vec::new(),
    };
    let wrong = NewFulfillment { tracking_url: "javascript:alert(1)".to_owned(), ..parcel() };
    assert!(matches!(orders::fulfill(ctx, db, &shop.payments, &id, wrong).await, Err(CommerceError::Invalid(_))));
    let order = orders::fulfill(ctx, db, &shop.payments, &id, parcel()).await.unwrap();
    assert_eq!((order.summary.fulfillment_status, order.fulfillments.len()), (FulfillmentStatus::Fulfilled, 1));
    let again = orders::fulfill(ctx, db, &shop.payments, &id, parcel()).await;
    assert!(matches!(again, Err(CommerceError::NotFulfillable(_))));
    assert_eq!(shop.topics().await, ["order-placed", "order-fulfilled"]);
}

#[tokio::test]
async fn order_email_written_once() {
    let shop = Shop::open().await;
    let id = paid(&shop, "Mug").await;
    let (ctx, db) = (&shop.owner, &shop.site.db);
    let parcel = orders::fulfill(ctx, db, &shop.payments, &id, NewFulfillment::default())
        .await
        .unwrap()
        .fulfillments
        .remove(0)
        .id;
    let fulfilled =
        |notify| Event::OrderFulfilled { order_id: id.clone(), fulfillment_id: Some(parcel.clone()), notify };
    for event in [
        Event::OrderPlaced { order_id: id.clone() },
        Event::OrderPlaced { order_id: id.clone() },
        fulfilled(true),
        fulfilled(true),
        fulfilled(false),
    ] {
        let tx = db.write().await.unwrap();
        orders::handle_event(ctx, &tx, &event, "https://juniper.example").await.unwrap();
        tx.commit().await.unwrap();
    }
    let emails = stoa_email::list(ctx, db, &MessageFilter::default(), &PageRequest::default()).await.unwrap().items;
    let mut kinds: Vec<&str> = emails.iter().map(|message| message.kind.as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["order-confirmed", "order-fulfilled", "order-received"]);
    let order = orders::detail(ctx, db, &id).await.unwrap();
    assert_eq!(order.timeline.iter().filter(|entry| entry.kind == OrderEventKind::Mail).count(), 3);
    let tx = db.write().await.unwrap();
    let mut claimed = Vec::new();
    while let Claim::Taken(one) = stoa_email::claim(ctx, &tx, Priority::Bulk, 60_000).await.unwrap() {
        claimed.push(one.mail.message);
    }
    assert_eq!(claimed.len(), 3);
    assert_eq!(claimed[0].kind, "order-confirmed", "who has just paid waits for it");
    stoa_email::mark_sent(ctx, &tx, &claimed[0].id).await.unwrap();
    stoa_email::give_up(&tx, &claimed[1].id, "550 No such user").await.unwrap();
    tx.commit().await.unwrap();
    let later = shop.site.owner_in(60_001);
    assert!(!stoa_email::any_due(ctx, &db.read().await.unwrap(), Priority::Bulk).await.unwrap());
    let tx = db.write().await.unwrap();
    let again = stoa_email::claim(&later, &tx, Priority::Bulk, 60_000).await.unwrap();
    let is_third = |one: &stoa_email::Claimed| one.mail.message.id == claimed[2].id && one.tries == 2;
    assert!(matches!(&again, Claim::Taken(one) if is_third(one)), "its sender has ended: {again:?}");
    drop(tx);
    let unsent = stoa_email::unsent(ctx, db).await.unwrap();
    assert_eq!((unsent.waiting, unsent.failed), (0, 1));
    assert_eq!(unsent.last_answer.as_deref(), Some("550 No such user"));
}

#[tokio::test]
async fn order_view_requires_code() {
    let shop = Shop::open().await;
    let id = paid(&shop, "Mug").await;
    let row = shop.orders().await.remove(0);
    let tx = shop.site.db.read().await.unwrap();
    assert!(orders::by_auth_code(&tx, id.as_str(), &row.auth_code, false).await.is_ok());
    assert!(orders::by_auth_code(&tx, id.as_str(), "wrong", false).await.is_err());
    assert!(orders::by_status_token(&tx, &format!("{id}.{}", row.auth_code), false).await.is_ok());
    assert!(orders::by_status_token(&tx, id.as_str(), false).await.is_err());
}
