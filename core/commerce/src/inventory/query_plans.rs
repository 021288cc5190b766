//! Checks that the lists of stock use indexes, in a shop with enough variants for that to matter.

use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::variant;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::page::PageRequest;
use stoa_testkit::{Postgres, TestSite, store_row};

use super::listing::{InventorySort, Question};
use crate::catalogue::query_plans;

const VARIANTS: i32 = 6_000;

/// In every hundredth variant fewer than ten units, in the others plenty.
fn row(product: &ProductId, number: i32) -> variant::ActiveModel {
    let pieces = if number % 100 == 0 { number / 100 % 10 } else { 50 + number };
    variant::ActiveModel {
        id: Set(VariantId::generate()),
        product_id: Set(product.clone()),
        sku: Set(format!("SKU-{number:05}")),
        searched: Set(format!("sku-{number:05}")),
        attributes: Set(JsonOf(BTreeMap::from([("size".to_owned(), "large".to_owned())]))),
        price_cents: Set(Cents(1_900)),
        sale_price_cents: Set(None),
        on_sale: Set(false),
        unlimited: Set(number % 7 == 0),
        qty_in_stock: Set(i64::from(pieces)),
        weight_grams: Set(300),
        main_image_id: Set(None),
        position: Set(0),
        ..Default::default()
    }
}

/// Whether a step of a query plan reads or sorts all variants.
fn scans_everything(step: &str) -> bool {
    let scans = step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"));
    scans || step.contains("TEMP B-TREE FOR ORDER BY")
}

async fn check(site: &TestSite) -> anyhow::Result<()> {
    let tx = site.db.write().await?;
    let store = CollectionId::generate();
    tx.insert(store_row(&store, Timestamp::default())).await?;
    let product = tx.insert(query_plans::row(&store, 0)).await?.id;
    let rows: Vec<variant::ActiveModel> = (0..VARIANTS).map(|number| row(&product, number)).collect();
    for part in rows.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    let tx = site.db.read().await?;
    let all: Vec<variant::Column> = <variant::Column as sea_orm::Iterable>::iter().collect();
    for sort in [InventorySort::Sku, InventorySort::Pieces, InventorySort::Product] {
        for (descending, low) in [(false, None), (true, None), (false, Some(5))] {
            let question = Question { sort, descending, low, text: None };
            let request = PageRequest::new(None, Some(40));
            let first = question.page(&tx, &request).await?;
            let more = match first.next_cursor.clone() {
                Some(cursor) => question.page(&tx, &PageRequest::new(Some(cursor), Some(40))).await?.items,
                None => Vec::new(),
            };
            let rows: Vec<&variant::Model> = first.items.iter().chain(&more).collect();
            let ids: HashSet<&VariantId> = rows.iter().map(|row| &row.id).collect();
            assert_eq!((rows.len(), ids.len()), if low.is_some() { (31, 31) } else { (80, 80) }, "{sort:?}");
            assert!(low.is_none_or(|low| rows.iter().all(|row| !row.unlimited && row.qty_in_stock <= low)));
            if sort == InventorySort::Product {
                continue;
            }
            let pieces = |row: &&variant::Model| if row.unlimited { i64::MAX } else { row.qty_in_stock };
            let in_order = match (sort, descending) {
                (InventorySort::Pieces, false) => rows.is_sorted_by_key(pieces),
                (InventorySort::Pieces, true) => rows.iter().rev().is_sorted_by_key(pieces),
                (_, false) => rows.is_sorted_by_key(|row| row.sku.clone()),
                (_, true) => rows.iter().rev().is_sorted_by_key(|row| row.sku.clone()),
            };
            assert!(in_order, "{sort:?}, {descending}, {low:?}");
            if low.is_some() && sort == InventorySort::Sku {
                continue;
            }
            for cursor in [None, first.next_cursor.as_deref()] {
                let plan = question.sorted_after(&tx, cursor)?.limit(51).plan(&all).await?;
                assert!(
                    !plan.iter().any(|step| scans_everything(step)),
                    "{sort:?} {low:?} behind {cursor:?}: {plan:#?}"
                );
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_lists_use_index_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_lists_use_index_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
