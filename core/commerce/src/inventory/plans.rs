//! Whether the database finds variants by its indexes, in a shop with enough of them that it matters.

use sea_orm::ActiveValue::Set;
use serde_json::json;
use stoa_entity::tenant::variant;
use stoa_kernel::id::{CollectionId, ProductId, VariantId};
use stoa_testkit::{Postgres, TestSite};

use super::list::behind;
use crate::catalogue::plans;

const VARIANTS: i32 = 6_000;

/// Of every hundredth there are fewer than ten, of the others plenty.
fn row(product: &ProductId, number: i32) -> variant::ActiveModel {
    let pieces = if number % 100 == 0 { number / 100 % 10 } else { 50 + number };
    variant::ActiveModel {
        id: Set(VariantId::generate()),
        product_id: Set(product.clone()),
        sku: Set(format!("SKU-{number:05}")),
        attributes: Set(json!({"size": "large"})),
        price_cents: Set(1_900),
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

/// Whether a step reads all variants, or puts all of them in order.
fn is_of_all(step: &str) -> bool {
    let scans = step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"));
    scans || step.contains("TEMP B-TREE FOR ORDER BY")
}

async fn check(site: &TestSite) -> anyhow::Result<()> {
    let tx = site.db.write().await?;
    let store = CollectionId::generate();
    tx.insert(plans::store(&store)).await?;
    let product = tx.insert(plans::row(&store, 0)).await?.id;
    let rows: Vec<variant::ActiveModel> = (0..VARIANTS).map(|number| row(&product, number)).collect();
    for part in rows.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    let tx = site.db.read().await?;
    let all: Vec<variant::Column> = <variant::Column as sea_orm::Iterable>::iter().collect();
    let scarce = behind(&tx, Some(5), None)?.limit(3).all().await?;
    let last = scarce.last().map(|row| format!("{}.{}", row.qty_in_stock, row.id));
    assert!(scarce.is_sorted_by_key(|row| row.qty_in_stock) && last.is_some());
    for (low, cursor) in [(None, None), (None, Some("SKU-03000")), (Some(5), None), (Some(5), last.as_deref())] {
        let plan = behind(&tx, low, cursor)?.limit(51).plan(&all).await?;
        assert!(!plan.iter().any(|step| is_of_all(step)), "{low:?} behind {cursor:?}: {plan:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_of_stock_begin_in_an_index_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_of_stock_begin_in_an_index_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
