//! Joins keep to the site.

use std::sync::Arc;

use sea_orm::Database;
use sea_orm::sea_query::{PostgresQueryBuilder, SqliteQueryBuilder};
use stoa_entity::platform::{membership, website};
use stoa_entity::tenant::{order, order_item};
use stoa_entity::{Connections, DbError, PlatformDb, SiteCache, TenantDb};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::storage::WriteHealth;

/// An empty database: the queries of these tests are looked at and not run.
async fn connections() -> Result<Connections, DbError> {
    let pool = Database::connect("sqlite::memory:").await?;
    Ok(Connections {
        reader: pool.clone(),
        further_readers: pool.clone(),
        writer: pool,
        health: WriteHealth::default(),
        reach: DatabaseReachability::default(),
        reader_is_taken: Arc::default(),
    })
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the handle itself is tested")]
async fn joined_tables_are_restricted_to_the_site() -> Result<(), DbError> {
    let site = WebsiteId::generate();
    let seal = Arc::new(Cipher::new(&[7; 32]).unwrap());
    let tx = TenantDb::open(site.clone(), connections().await?, SiteCache::default(), seal).read().await?;
    let left = tx.find::<order::Entity>().left_join(order_item::Entity).subquery(order::Column::Id);
    let inner = tx.find::<order::Entity>().inner_join(order_item::Entity).subquery(order::Column::Id);
    for (join, query) in [(" LEFT JOIN ", left), (" INNER JOIN ", inner)] {
        let sql = query.to_string(PostgresQueryBuilder);
        let (_, joined) = sql.split_once(join).unwrap();
        let (joined, rows) = joined.split_once(" WHERE ").unwrap();
        let (table, on) = joined.split_once(" ON ").unwrap();
        assert_eq!(table, r#""order_item""#, "{sql}");
        assert!(on.contains(&format!(r#""order_item"."website_id" = '{site}'"#)), "{on}");
        assert!(on.contains(r#""orders"."website_id" = "order_item"."website_id""#), "{on}");
        assert!(on.contains(r#""orders"."id" = "order_item"."order_id""#), "{on}");
        assert!(!on.contains(" OR "), "{on}");
        assert_eq!(rows, format!(r#""orders"."website_id" = '{site}'"#), "{sql}");
    }
    Ok(())
}

#[tokio::test]
async fn tables_of_the_platform_are_joined_by_their_keys() -> Result<(), DbError> {
    let tx = PlatformDb::open(connections().await?).read().await?;
    let joined = tx.find::<membership::Entity>().inner_join(website::Entity);
    let sql = joined.subquery(membership::Column::WebsiteId).to_string(SqliteQueryBuilder);
    assert!(sql.ends_with(r#"INNER JOIN "website" ON "membership"."website_id" = "website"."id""#), "{sql}");
    Ok(())
}
