//! Query plan tests: pages of products must use indexes, in a store large enough for the planner to prefer them.

use sea_orm::ActiveValue::Set;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::product;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_testkit::{Postgres, TestSite, store_row};

use super::product_query::{self, Measure, Sorting};

const PRODUCTS: i32 = 3_000;

pub(crate) fn row(store: &CollectionId, number: i32) -> product::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    product::ActiveModel {
        id: Set(ProductId::generate()),
        collection_id: Set(store.clone()),
        url_id: Set(format!("thing-{number}")),
        name: Set(format!("Thing {}", number % 700)),
        product_type: Set(1),
        excerpt: text("Thrown, glazed and fired by hand."),
        description: Set("<p>Each piece differs a little from the next.</p>".repeat(10)),
        tags: Set(JsonOf(vec!["clay".to_owned()])),
        image_ids: Set(JsonOf::default()),
        variant_option_ordering: Set(JsonOf::default()),
        visible: Set(true),
        use_custom_add_button_text: Set(false),
        custom_add_button_text: text(""),
        custom_sold_out_text: text(""),
        position: Set(number),
        revision: Set(1),
        created_on: Set(Timestamp::from_ms(i64::from(number) * 1_000)),
        updated_on: Set(Timestamp::from_ms(i64::from(number) * 2_000)),
        ..Default::default()
    }
}

async fn fill(site: &TestSite) -> anyhow::Result<CollectionId> {
    let id = CollectionId::generate();
    let tx = site.db.write().await?;
    tx.insert(store_row(&id, Timestamp::default())).await?;
    let rows: Vec<product::ActiveModel> = (0..PRODUCTS).map(|number| row(&id, number)).collect();
    for part in rows.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    Ok(id)
}

/// Whether a plan step scans or sorts all products.
fn scans_everything(step: &str) -> bool {
    let sorts = step.contains("TEMP B-TREE FOR ORDER BY") || (step.contains("Sort") && !step.contains("Incremental"));
    step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX")) || (sorts && !step.contains("Key"))
}

async fn check(site: &TestSite) -> anyhow::Result<()> {
    let store = fill(site).await?;
    let tx = site.db.read().await?;
    for by in [Measure::Position, Measure::Name, Measure::Updated, Measure::Published] {
        for descending in [false, true] {
            let sorting = Sorting { by, descending };
            let first = product_query::page(&tx, product_query::of_store(&store), sorting, None, 25).await?;
            for behind in [None, first.last()] {
                let find = product_query::sorted_after(&tx, product_query::of_store(&store), sorting, behind, 26);
                let plan = find.plan(&[product::Column::Id]).await?;
                assert!(!plan.iter().any(|step| scans_everything(step)), "{sorting:?}: {plan:#?}");
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn product_lists_use_index_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_lists_use_index_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
