//! Products and stores against a database.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{
    self, CataloguePage, GivenVariant, NewCategory, NewStore, ProductPatch, StockPatch, VariantPatch,
};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::stock_change;
use stoa_kernel::catalogue::{PageRendering, StockReason};
use stoa_kernel::money::Cents;
use stoa_kernel::page::PageRequest;

use crate::shop::Shop;

#[tokio::test]
async fn visible_products_pagination() {
    let shop = Shop::open().await;
    for name in ["A", "B", "C"] {
        shop.product(name, 100, None).await;
    }
    let wanted = |cursor| CataloguePage {
        collection_id: shop.store.clone(),
        category: None,
        request: PageRequest::new(cursor, Some(2)),
    };
    let tx = shop.site.db.read().await.unwrap();
    let first = catalogue::page(&tx, &wanted(None)).await.unwrap();
    let second = catalogue::page(&tx, &wanted(first.next_cursor.clone())).await.unwrap();
    assert_eq!((first.items.len(), second.items.len(), second.next_cursor), (2, 1, None));
    assert_eq!(first.items[0].full_url, format!("/shop/{}", first.items[0].url_id));
    let item = catalogue::item_by_url(&tx, &shop.store, "b").await.unwrap();
    assert_eq!(item.name, "B");
    assert!(catalogue::item_by_url(&tx, &shop.store, "z").await.is_err());
}

#[tokio::test]
async fn product_revision_conflict() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, Some(1)).await;
    shop.product("Cup", 100, Some(1)).await;
    let (ctx, db, store, id) = (&shop.owner, &shop.site.db, &shop.store, &mug.product);
    let patch = |sku: &str| ProductPatch {
        name: Some("Big mug".to_owned()),
        description: Some("<p>Big</p>".to_owned()),
        tags: Some(vec!["new".to_owned()]),
        variants: Some(vec![VariantPatch {
            id: Some(mug.variant.clone()),
            sku: sku.to_owned(),
            attributes: BTreeMap::new(),
            price_cents: Cents(2_400),
            sale_price_cents: Some(Cents(2_000)),
            on_sale: true,
            weight_grams: 350,
            main_image_id: None,
            stock: None,
        }]),
        ..ProductPatch::default()
    };
    let at = |revision| catalogue::ItemAt { store_id: store, item_id: id, revision };
    let taken = catalogue::update_item(ctx, db, at(1), patch("cup")).await.unwrap_err();
    assert!(matches!(taken, CommerceError::Invalid(fields) if fields.contains_key("variants[0].sku")));
    let changed = catalogue::update_item(ctx, db, at(1), patch("MUG-2")).await.unwrap();
    assert_eq!((changed.revision, changed.from_price_cents().0, changed.on_sale()), (2, 2_000, true));
    let stale = catalogue::update_item(ctx, db, at(1), patch("MUG-3")).await.unwrap_err();
    assert!(matches!(stale, CommerceError::RevisionStale));
    assert!(catalogue::update_item(&shop.ctx, db, at(2), patch("MUG-3")).await.is_err());
}

#[tokio::test]
async fn manual_stock_change_in_ledger() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, Some(3)).await;
    let patch =
        StockPatch { variant_id: mug.variant.clone(), unlimited: false, qty_in_stock: 10, seen: 3, reason: None };
    let (ctx, db, store, id) = (&shop.owner, &shop.site.db, &shop.store, &mug.product);
    let item = catalogue::set_stock(ctx, db, store, id, patch.clone()).await.unwrap();
    assert_eq!(item.total_stock(), 10);
    let tx = db.read().await.unwrap();
    let changes = tx.find::<stock_change::Entity>().all().await.unwrap();
    assert_eq!((changes.len(), changes[0].delta, changes[0].reason), (1, 7, StockReason::Manual));
    drop(tx);
    let late = catalogue::set_stock(ctx, db, store, id, patch.clone()).await.unwrap_err();
    assert!(matches!(late, CommerceError::StockMoved(moved) if moved[0].qty_in_stock == 10));
    let negative = StockPatch { qty_in_stock: -1, seen: 10, ..patch };
    assert!(catalogue::set_stock(ctx, db, store, id, negative).await.is_err());
}

#[tokio::test]
async fn store_url_is_unique() {
    let shop = Shop::open().await;
    let new = |url_id: &str| NewStore {
        navigation_title: String::new(),
        title: "Second".to_owned(),
        url_id: url_id.to_owned(),
        description: String::new(),
    };
    let (ctx, db) = (&shop.owner, &shop.site.db);
    let taken = catalogue::create_store(ctx, db, new("shop")).await.unwrap_err();
    assert!(matches!(taken, CommerceError::UrlTaken(url) if url == "shop"));
    for wrong in ["A b", "wishlist", "search", "account"] {
        let refused = catalogue::create_store(ctx, db, new(wrong)).await;
        assert!(matches!(refused, Err(CommerceError::Invalid(_))), "{wrong}: {refused:?}");
    }
    let made = catalogue::create_store(ctx, db, new("second")).await.unwrap();
    assert_eq!((made.navigation_title.as_str(), made.enabled), ("Second", true));
    assert_eq!(catalogue::stores(ctx, db).await.unwrap().len(), 2);
    let root = |name: &str| NewCategory {
        name: name.to_owned(),
        parent_id: None,
        is_root: true,
        page_rendering: PageRendering::ListView,
        display_index: Some(1),
    };
    let all = catalogue::create_category(ctx, db, &made.id, root("All")).await.unwrap();
    assert_eq!((all.is_root, all.url_id.as_str(), all.position), (true, "all", 1));
    let second = catalogue::create_category(ctx, db, &made.id, root("Everything")).await;
    assert!(matches!(second, Err(CommerceError::Conflict(_))));
}

#[tokio::test]
async fn products_include_images() {
    let shop = Shop::open().await;
    let mug = shop.product("Mug", 100, None).await;
    let picture = shop.picture().await;
    let tx = shop.site.db.write().await.unwrap();
    use sea_orm::ColumnTrait as _;
    use stoa_entity::tenant::product;
    tx.update::<product::Entity>(product::Column::Id.eq(mug.product.clone()))
        .set(product::Column::ImageIds, JsonOf(vec![picture.id.clone()]))
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let tx = shop.site.db.read().await.unwrap();
    let item = catalogue::item(&tx, &mug.product).await.unwrap();
    assert_eq!(item.pictures[0].url(), format!("/assets/{}/mug.webp", picture.id));
}

#[tokio::test]
async fn large_file_of_products_leaves_its_thread_to_others() {
    let shop = Shop::open().await;
    let text = "<p>A mug with <b>blue</b> rings.</p>".repeat(500);
    let row = |line: usize| GivenVariant {
        line,
        sku: format!("M-{line}"),
        name: Some(format!("Mug {line}")),
        description: Some(text.clone()),
        ..GivenVariant::default()
    };
    let rows = (1..=200).map(row).collect();
    let begun = Instant::now();
    let (mut seen, mut longest) = (begun, Duration::ZERO);
    let planning = catalogue::preview_products(&shop.owner, &shop.site.db, &shop.store, rows);
    tokio::pin!(planning);
    let import = loop {
        let done = tokio::select! {
            import = &mut planning => Some(import.unwrap()),
            () = tokio::time::sleep(Duration::from_millis(5)) => None,
        };
        longest = longest.max(seen.elapsed());
        seen = Instant::now();
        if let Some(import) = done {
            break import;
        }
    };
    assert_eq!((import.products.len(), import.bad.len()), (200, 0), "{:?}", import.bad);
    assert!(longest < begun.elapsed() / 2, "nothing else ran for {longest:?} of {:?}", begun.elapsed());
}
