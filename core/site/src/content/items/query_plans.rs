//! Tests that the database uses indexes to list items, in a blog with enough items to matter.

use sea_orm::ActiveValue::Set;
use serde_json::json;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{collection, item};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType, ItemSort};
use stoa_kernel::id::{CollectionId, PostId};
use stoa_testkit::{Postgres, TestSite};

use super::order;

const ITEMS: i64 = 3_000;

fn page(id: &CollectionId, kind: CollectionKind, url_id: String, number: i64) -> collection::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    collection::ActiveModel {
        id: Set(id.clone()),
        kind: Set(kind),
        type_code: Set(CollectionType::Generic.code()),
        title: Set(format!("Firing {}", number % 700)),
        navigation_title: text(""),
        url_id: Set(url_id),
        description: text(""),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(Some(json!({"words": "Thrown, glazed and fired by hand. ".repeat(20)}))),
        revision: Set(1),
        published: Set(None),
        published_revision: Set(None),
        published_on: Set(None),
        seo_title: text(""),
        seo_description: text(""),
        position: Set(0),
        created_on: Set(Timestamp::from_ms(number)),
        updated_on: Set(Timestamp::from_ms(number * 7 % 1_000)),
        ..Default::default()
    }
}

/// A blog in which every tenth item is unpublished.
async fn fill(site: &TestSite) -> anyhow::Result<CollectionId> {
    let blog = CollectionId::generate();
    let tx = site.db.write().await?;
    tx.insert(page(&blog, CollectionKind::Blog, "journal".to_owned(), 0)).await?;
    let ids: Vec<CollectionId> = (0..ITEMS).map(|_| CollectionId::generate()).collect();
    for (part, from) in ids.chunks(300).zip((0..).step_by(300)) {
        let numbered = || part.iter().zip(from..);
        tx.insert_many(
            numbered()
                .map(|(id, number)| page(id, CollectionKind::Item, format!("{blog}/item-{number}"), number))
                .collect(),
        )
        .await?;
        let rows = numbered().map(|(id, number)| item::ActiveModel {
            page_id: Set(id.clone()),
            collection_id: Set(blog.clone()),
            post_id: Set(PostId::generate()),
            draft: Set(JsonOf::default()),
            published: Set(None),
            first_published_on: Set((number % 10 != 0).then_some(Timestamp::from_ms(number * 13 % 1_000))),
            ..Default::default()
        });
        tx.insert_many(rows.collect()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    Ok(blog)
}

/// Whether a step of a query plan reads or sorts all rows. Postgres sorts where it expects few rows.
fn scans_everything(step: &str) -> bool {
    let scans = step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"));
    scans || step.contains("TEMP B-TREE FOR ORDER BY")
}

async fn check(site: &TestSite) -> anyhow::Result<()> {
    let blog = fill(site).await?;
    let tx = site.db.read().await?;
    let columns = [collection::Column::Id];
    for sort in [ItemSort::Published, ItemSort::Created, ItemSort::Changed, ItemSort::Title] {
        let mut seen = Vec::new();
        let mut behind = None;
        loop {
            let spots = order::batch(&tx, &blog, sort, behind.as_ref()).await?.spots;
            let plan = match sort {
                ItemSort::Published if seen.len() < 300 => {
                    order::drafts(&tx, &blog, behind.as_ref()).plan(&[item::Column::PageId]).await?
                }
                ItemSort::Published => {
                    order::published(&tx, &blog, behind.as_ref()).plan(&[item::Column::PageId]).await?
                }
                ItemSort::Created => order::made(&tx, &blog, behind.as_ref()).plan(&[item::Column::PageId]).await?,
                ItemSort::Changed => order::changed(&tx, &blog, behind.as_ref()).plan(&columns).await?,
                ItemSort::Title => order::titled(&tx, &blog, behind.as_ref()).plan(&columns).await?,
            };
            // The database may read the last few rows in any way, and Postgres underestimates the number of a blog's
            // pages, so it sorts them itself.
            let by_page = matches!(sort, ItemSort::Changed | ItemSort::Title);
            let is_told = seen.len() < 2_000 && !(by_page && site.is_on_postgres());
            assert!(
                !is_told || !plan.iter().any(|step| scans_everything(step)),
                "{sort:?} at {}: {plan:#?}",
                seen.len()
            );
            let Some(last) = spots.last().cloned() else { break };
            let read_again = order::parse_cursor(sort, &last.cursor()).ok();
            assert_eq!(read_again.as_ref(), Some(&last), "{sort:?}");
            seen.extend(spots.into_iter().map(|spot| spot.id));
            behind = Some(last);
        }
        assert_eq!(seen.len(), 3_000, "{sort:?}");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 3_000, "{sort:?}: each once");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn item_lists_use_index_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn item_lists_use_index_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
