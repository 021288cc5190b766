//! What happens to orders after the sale: refunds, parcels in parts, and finding them again.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000005_after_the_sale.sql");

/// Orders had one parcel at most, and it held everything.
const PARCELS: &str = "INSERT INTO fulfillment_item (website_id, id, fulfillment_id, order_item_id, quantity) \
     SELECT parcel.website_id, 'fit_' || substr(item.id, 5), parcel.id, item.id, item.quantity FROM fulfillment parcel \
     JOIN order_item item ON item.website_id = parcel.website_id AND item.order_id = parcel.order_id";

/// What is looked for: address, name, and what was bought.
const SEARCH: &str = "UPDATE orders SET search = lower(substr(email || ' ' || customer_name || coalesce((\
     SELECT string_agg(' ' || item.sku || ' ' || item.product_name, '') FROM order_item item \
     WHERE item.website_id = orders.website_id AND item.order_id = orders.id), ''), 1, 1000))";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000005_after_the_sale"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::of_all_sites(manager, &["orders", "order_item", "fulfillment"], &[PARCELS, SEARCH]).await?;
        script::guard_rows(manager, SCRIPT).await?;
        // A search reads a site's orders in this order until it has found enough. SQLite looks for the
        // text in the index itself and opens only the rows that fit; Postgres always opens the row.
        let columns = match manager.get_database_backend() {
            DbBackend::Postgres => "website_id, created_on, id",
            _ => "website_id, created_on, id, number, search",
        };
        let statement = format!("CREATE INDEX orders_by_created_on ON orders ({columns})");
        manager.get_connection().execute_unprepared(&statement).await?;
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
