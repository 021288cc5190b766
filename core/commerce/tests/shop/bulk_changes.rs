//! A bulk change of products takes as many statements for many products as for a few.

use stoa_commerce::catalogue::{self, BulkAction, NewCategory, PriceChange};
use stoa_entity::site_events::{Subscription, renew_listeners};
use stoa_entity::tenant::{event_delivery, event_outbox};
use stoa_kernel::catalogue::PageRendering;
use stoa_kernel::id::CategoryId;
use stoa_kernel::site_event::{EventTopic, SubscriberKind};
use stoa_kernel::statements;

use crate::shop::Shop;

const FEW: usize = 2;
const MANY: usize = 40;
const LISTENERS: usize = 2;
/// Statements that one of two actions may save, since their results are cached.
const CACHED: usize = 3;

async fn products(shop: &Shop, beginning: &str, count: usize) -> Vec<String> {
    let mut ids = Vec::with_capacity(count);
    for number in 0..count {
        ids.push(shop.product(&format!("{beginning}-{number}"), 1_000, Some(3)).await.product.to_string());
    }
    ids
}

async fn listen(shop: &Shop) {
    let subscription = |number: usize| Subscription {
        subscriber: format!("tests.listener-{number}"),
        topics: vec![EventTopic::ProductUpdated, EventTopic::ProductDeleted],
    };
    let wanted: Vec<Subscription> = (0..LISTENERS).map(subscription).collect();
    let tx = shop.site.db.write().await.unwrap();
    renew_listeners(&tx, SubscriberKind::Plugin, &wanted).await.unwrap();
    tx.commit().await.unwrap();
}

async fn category(shop: &Shop) -> CategoryId {
    let new = NewCategory {
        name: "Spouts".to_owned(),
        parent_id: None,
        is_root: false,
        page_rendering: PageRendering::ListView,
        display_index: None,
    };
    catalogue::create_category(&shop.owner, &shop.site.db, &shop.store, new).await.unwrap().id
}

/// The statements of an action, which succeeds for each product.
async fn statements_of(shop: &Shop, ids: &[String], action: &BulkAction) -> Vec<String> {
    let change = catalogue::bulk(&shop.owner, &shop.site.db, Some(&shop.store), ids, action);
    let (done, ran) = statements::recorded(change).await;
    let failed: Vec<_> = done.unwrap().into_iter().filter(|outcome| outcome.error.is_some()).collect();
    assert!(failed.is_empty(), "{action:?}: {failed:?}");
    ran
}

async fn events(shop: &Shop) -> (u64, u64) {
    let tx = shop.site.db.read().await.unwrap();
    let told = tx.find::<event_outbox::Entity>().count().await.unwrap();
    (told, tx.find::<event_delivery::Entity>().count().await.unwrap())
}

#[tokio::test]
async fn statements_do_not_grow_with_the_products() {
    Shop::on_both(async |shop| {
        let (few, many) = (products(shop, "Jug", FEW).await, products(shop, "Cup", MANY).await);
        let category = category(shop).await;
        listen(shop).await;
        let actions = [
            BulkAction::Hide,
            BulkAction::Publish,
            BulkAction::AddTags(vec!["Clay".to_owned()]),
            BulkAction::RemoveTags(vec!["clay".to_owned()]),
            BulkAction::Taxable(false),
            BulkAction::AddCategory(category.clone()),
            BulkAction::RemoveCategory(category),
            BulkAction::ChangePrice(PriceChange::Percent(1_000)),
            BulkAction::ChangeSalePrice(PriceChange::Percent(-1_000)),
            BulkAction::EndSale,
            BulkAction::StartSale,
            BulkAction::Delete,
        ];
        let mut told = 0;
        for action in &actions {
            let (of_few, of_many) = (statements_of(shop, &few, action).await, statements_of(shop, &many, action).await);
            let most = of_few.len() + CACHED;
            assert!(of_many.len() <= most, "{action:?}: {}:\n  {}", of_many.len(), of_many.join("\n  "));
            told += u64::try_from(FEW + MANY).unwrap();
            assert_eq!(events(shop).await, (told, told * u64::try_from(LISTENERS).unwrap()), "{action:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn category_of_another_store_is_refused_for_each_product() {
    Shop::on_both(async |shop| {
        let ids = products(shop, "Jug", FEW).await;
        let action = BulkAction::AddCategory(CategoryId::generate());
        let done = catalogue::bulk(&shop.owner, &shop.site.db, None, &ids, &action).await.unwrap();
        let expected = "A category no longer exists. Reload the page.";
        assert!(done.iter().all(|outcome| outcome.error.as_deref() == Some(expected)), "{done:?}");
    })
    .await;
}
