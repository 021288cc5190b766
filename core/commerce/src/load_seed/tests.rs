//! Tests that the same number makes the same shop.

use std::collections::HashMap;

use stoa_entity::tenant::{order, order_item, payment, stock_change, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId};
use stoa_testkit::{Postgres, TestSite, store_row};

use super::{ShopPlan, ShopSetting, ShopSize, Zipf, write_shop};
use crate::pricing::totals;

const SIZE: ShopSize = ShopSize { products: 30, orders: 700, customers: 150 };

fn setting(seed: u64) -> ShopSetting {
    ShopSetting {
        keys: vec![seed, 1],
        size: SIZE,
        store: CollectionId::from_parts(1, 1),
        pictures: (1..4).map(|number| AssetId::from_parts(1, number)).collect(),
        until: Timestamp::from_ms(1_790_000_000_000),
        email_domain: "load-0001.invalid".to_owned(),
        password_hash: "none".to_owned(),
        transfer_percent: 25,
    }
}

async fn filled(site: &TestSite, seed: u64) -> ShopPlan {
    let plan = ShopPlan::new(setting(seed));
    let tx = site.db.write().await.unwrap();
    tx.insert(store_row(&plan.setting.store, plan.setting.until)).await.unwrap();
    tx.commit().await.unwrap();
    let written = write_shop(&site.db, &plan, &|_| ()).await.unwrap();
    assert_eq!((written.products, written.orders, written.customers), (SIZE.products, SIZE.orders, SIZE.customers));
    plan
}

/// Every row, without the id of the site and the random stamp of the shop.
async fn rows(site: &TestSite) -> Vec<String> {
    let id = site.db.website().to_string();
    let mut all = site.db.read().await.unwrap().everything().await.unwrap();
    all.remove("shop_stamp");
    all.into_values().flatten().map(|row| row.replace(&id, "site")).collect()
}

#[tokio::test]
async fn the_same_seed_writes_the_same_rows_on_both_databases() {
    let (first, second) = (TestSite::new().await.unwrap(), TestSite::new().await.unwrap());
    let server = Postgres::start().unwrap();
    let third = TestSite::on_postgres(&server).await.unwrap();
    for site in [&first, &second, &third] {
        filled(site, 7).await;
    }
    let other = TestSite::new().await.unwrap();
    filled(&other, 8).await;
    let expected = rows(&first).await;
    assert!(expected == rows(&second).await, "a second time the rows differ");
    assert!(expected == rows(&third).await, "on Postgres the rows differ");
    assert!(expected != rows(&other).await);
}

#[tokio::test]
async fn stock_and_payments_add_up() {
    let site = TestSite::new().await.unwrap();
    filled(&site, 7).await;
    let tx = site.db.read().await.unwrap();
    let mut stock: HashMap<String, i64> = HashMap::new();
    for change in tx.find::<stock_change::Entity>().all().await.unwrap() {
        *stock.entry(change.variant_id.to_string()).or_default() += change.delta;
    }
    for variant in tx.find::<variant::Entity>().all().await.unwrap() {
        let changed = stock.get(variant.id.as_str()).copied().unwrap_or(0);
        assert_eq!(changed, variant.qty_in_stock, "{}", variant.sku);
    }
    let orders = tx.find::<order::Entity>().order_by_asc(order::Column::Number).all().await.unwrap();
    let payments = tx.find::<payment::Entity>().all().await.unwrap();
    let items = tx.find::<order_item::Entity>().all().await.unwrap();
    assert_eq!(payments.len(), orders.len());
    for (number, order) in (1..).zip(&orders) {
        assert_eq!(order.number, number);
        let payment = payments.iter().find(|payment| payment.order_id == order.id).unwrap();
        assert_eq!((payment.captured_cents, payment.test_mode), (order.grand_total_cents, Some(order.test_mode)));
        let lines: i64 = items.iter().filter(|item| item.order_id == order.id).map(|item| item.total_cents.0).sum();
        let totals = totals(&order.pricing.0).unwrap();
        assert_eq!(lines, order.subtotal_cents.0);
        assert_eq!(totals.grand_total_cents, order.grand_total_cents);
        assert!(order.paid_on >= Some(order.created_on) && order.updated_on <= setting(7).until);
    }
}

#[test]
fn parts_add_up_to_their_total() {
    for (places, total) in [(1, 10), (7, 100), (1_000, 100_000), (1_000, 500), (3, 0)] {
        let parts = Zipf::new(places).parts(total);
        assert_eq!((parts.len(), parts.iter().sum::<usize>()), (places, total));
    }
    assert!(Zipf::new(100).parts(10_000).first() > Some(&1_000));
}
