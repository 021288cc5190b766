//! Sums by the product that was seen, of days that were summed up before there were any: a visit that saw a product both on
//! its page and over a list counts twice in them.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// Those of each product, from the sums of both kinds of event by product, and those of any product, from the sums of both
/// kinds. The values are the hashes of `product_page_view` and `quick_view`.
const STATEMENTS: [&str; 2] = [
    "INSERT INTO analytics_rollup (website_id, grain, dimension, start, value, visits, visitors, views, bounces, \
     engaged_ms, events, orders, revenue) \
     SELECT website_id, grain, 19, start, value, sum(visits), sum(visitors), sum(views), sum(bounces), \
     sum(engaged_ms), sum(events), sum(orders), sum(revenue) \
     FROM analytics_rollup WHERE grain = 2 AND dimension IN (103, 109) AND value <> 0 \
     GROUP BY website_id, grain, start, value",
    "INSERT INTO analytics_rollup (website_id, grain, dimension, start, value, visits, visitors, views, bounces, \
     engaged_ms, events, orders, revenue) \
     SELECT website_id, grain, 19, start, 0, sum(visits), sum(visitors), sum(views), sum(bounces), \
     sum(engaged_ms), sum(events), sum(orders), sum(revenue) \
     FROM analytics_rollup WHERE grain = 2 AND dimension = 17 AND value IN (119532129660354, 119491375582451) \
     GROUP BY website_id, grain, start",
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261129_000630_seen_products"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run_on_all_sites(manager, &["analytics_rollup"], &STATEMENTS).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
