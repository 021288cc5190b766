//! Stock and its ledger against a database.

use stoa_commerce::inventory::{self, Adjustment, InventoryFilter, NewLevel};
use stoa_commerce::{CommerceError, checkout};
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::page::PageRequest;

use crate::shop::{Shop, TestProduct, redirect};

fn by(delta: i64, key: &str) -> Adjustment {
    Adjustment { delta, note: "Counted the shelf".to_owned(), idempotency_key: format!("adjust-{key}") }
}

async fn deltas(shop: &Shop, sold: &TestProduct) -> Vec<(i64, StockReason)> {
    let request = PageRequest::new(None, None);
    let page = inventory::changes(&shop.owner, &shop.site.db, sold.variant.as_str(), &request).await.unwrap();
    page.items.into_iter().map(|line| (line.delta, line.reason)).collect()
}

#[tokio::test]
async fn concurrent_adjustments_and_idempotency() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, Some(3)).await;
    let (ctx, db, id) = (&shop.owner, &shop.site.db, &mug.variant);
    let (one, two, again) = tokio::join!(
        inventory::adjust(ctx, db, id, by(4, "one")),
        inventory::adjust(ctx, db, id, by(-2, "two")),
        inventory::adjust(ctx, db, id, by(4, "one")),
    );
    for answer in [one, two, again] {
        assert_eq!(answer.unwrap().sku, "Mug");
    }
    assert_eq!(shop.stock(&mug.variant).await, 5);
    assert_eq!(deltas(&shop, &mug).await.len(), 2);
    let reused = inventory::adjust(ctx, db, id, by(9, "one")).await.unwrap_err();
    assert!(matches!(reused, CommerceError::Conflict(_)));
    let too_many = inventory::adjust(ctx, db, id, by(-6, "three")).await.unwrap_err();
    assert!(matches!(too_many, CommerceError::Conflict(text) if text == "Only 5 left in stock."));
    assert!(matches!(inventory::adjust(ctx, db, id, by(0, "four")).await, Err(CommerceError::Invalid(_))));
    assert!(matches!(inventory::adjust(&shop.ctx, db, id, by(1, "five")).await, Err(CommerceError::Denied(_))));
    assert_eq!(shop.stock(&mug.variant).await, 5);
}

#[tokio::test]
async fn absolute_stock_requires_seen_value() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, Some(3)).await;
    let (ctx, db, id) = (&shop.owner, &shop.site.db, &mug.variant);
    let to =
        |qty_in_stock, seen: i64| NewLevel { unlimited: false, qty_in_stock, note: String::new(), seen: seen.into() };
    let seen = inventory::level(ctx, db, id).await.unwrap().version();
    inventory::adjust(ctx, db, id, by(-1, "sale")).await.unwrap();
    assert!(matches!(inventory::set_level(ctx, db, id, to(10, seen)).await, Err(CommerceError::RevisionStale)));
    let set = inventory::set_level(ctx, db, id, to(10, seen - 1)).await.unwrap();
    assert_eq!((set.qty_in_stock, set.is_low), (10, false));
    assert_eq!(deltas(&shop, &mug).await[0], (8, StockReason::Manual));
    let endless = NewLevel { unlimited: true, ..to(0, 10) };
    let set = inventory::set_level(ctx, db, id, endless).await.unwrap();
    assert_eq!((set.unlimited, set.version()), (true, -1));
}

#[tokio::test]
async fn inventory_search_paging_low_stock() {
    let shop = Shop::open().await;
    for (name, stock) in [("Bowl", Some(9)), ("Cup", Some(5)), ("Jug", Some(0)), ("Mug 100%", Some(1)), ("Pdf", None)] {
        shop.product(name, 100, stock).await;
    }
    let list = async |query: Option<&str>, low, limit| {
        let filter = InventoryFilter { query: query.map(str::to_owned), low, ..Default::default() };
        let (mut cursor, mut names) = (None, Vec::new());
        loop {
            let request = PageRequest::new(cursor, Some(limit));
            let page = inventory::levels(&shop.owner, &shop.site.db, &filter, &request).await.unwrap();
            assert!(page.items.len() <= limit as usize);
            names.extend(page.items.into_iter().map(|level| level.product_name));
            cursor = page.next_cursor;
            if cursor.is_none() {
                return names;
            }
        }
    };
    assert_eq!(list(None, false, 2).await, ["Bowl", "Cup", "Jug", "Mug 100%", "Pdf"]);
    assert_eq!(list(None, true, 1).await, ["Jug", "Mug 100%", "Cup"]);
    assert_eq!(list(Some(" MUG "), false, 50).await, ["Mug 100%"]);
    assert_eq!(list(Some("%"), false, 50).await, ["Mug 100%"]);
    let wrong = PageRequest::new(Some("nonsense".to_owned()), None);
    let low = InventoryFilter { low: true, ..Default::default() };
    assert!(matches!(
        inventory::levels(&shop.owner, &shop.site.db, &low, &wrong).await,
        Err(CommerceError::Invalid(_))
    ));
}

#[tokio::test]
async fn ledger_entry_names_order() {
    let (shop, mug) = Shop::with_mugs(3).await;
    let (_, token) = shop.ready(&mug, 2).await;
    shop.submit(&token, "one", 2_700).await.unwrap();
    let request = PageRequest::new(None, None);
    let page = inventory::changes(&shop.owner, &shop.site.db, mug.variant.as_str(), &request).await.unwrap();
    let line = &page.items[0];
    assert_eq!((line.delta, line.reason, line.actor.as_str()), (-2, StockReason::Order, "visitor"));
    assert_eq!(line.order.as_ref().map(|order| order.number), Some(1));
}

/// What the ledger says of a variant that had `first` pieces before its first line.
async fn ledger_total(shop: &Shop, sold: &TestProduct, first: i64) -> i64 {
    first + deltas(shop, sold).await.into_iter().map(|(delta, _)| delta).sum::<i64>()
}

fn level(unlimited: bool, qty_in_stock: i64, seen: i64) -> NewLevel {
    NewLevel { unlimited, qty_in_stock, note: "Shelf".to_owned(), seen: seen.into() }
}

#[tokio::test]
async fn restock_limited_to_ordered_quantity() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, None).await;
        let (ctx, db, id) = (&shop.owner, &shop.site.db, &mug.variant);
        let (_, token) = shop.ready(&mug, 2).await;
        shop.payments.say(redirect());
        shop.submit(&token, "one", 2_700).await.unwrap();
        assert!(deltas(shop, &mug).await.is_empty(), "nothing is taken of what is not counted");
        inventory::set_level(ctx, db, id, level(false, 10, -1)).await.unwrap();
        shop.let_time_pass().await;
        checkout::release_expired(&shop.ctx, db, &shop.payments).await.unwrap();
        assert_eq!((shop.stock(&mug.variant).await, ledger_total(shop, &mug, 0).await), (10, 10));

        // What was counted when it was bought comes back, even when nobody counts it any more.
        let (_, token) = shop.ready(&mug, 3).await;
        shop.payments.say(redirect());
        shop.submit(&token, "two", 3_800).await.unwrap();
        assert_eq!((shop.stock(&mug.variant).await, ledger_total(shop, &mug, 0).await), (7, 7));
        inventory::set_level(ctx, db, id, level(true, 7, 7)).await.unwrap();
        shop.let_time_pass().await;
        checkout::release_expired(&shop.ctx, db, &shop.payments).await.unwrap();
        assert_eq!((shop.stock(&mug.variant).await, ledger_total(shop, &mug, 0).await), (10, 10));
        let reasons: Vec<StockReason> = deltas(shop, &mug).await.into_iter().map(|(_, reason)| reason).collect();
        assert_eq!(
            reasons,
            [
                StockReason::OrderReleased,
                StockReason::CountingStopped,
                StockReason::Order,
                StockReason::CountingStarted
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn digital_files_have_no_stock() {
    let shop = Shop::open().await;
    let file = shop.product_with("Pdf", 2, &[("Pdf", serde_json::json!({}), 100, None)]).await;
    let refused = inventory::set_level(&shop.owner, &shop.site.db, &file.variant, level(false, 3, -1)).await;
    assert!(matches!(refused, Err(CommerceError::Conflict(text)) if text.contains("not tracked")));
    let kept = inventory::set_level(&shop.owner, &shop.site.db, &file.variant, level(true, 0, -1)).await;
    assert!(kept.unwrap().unlimited);
}
