//! Refunds, partial shipments and order search.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000005_after_the_sale.sql");

/// Orders had at most one parcel, with all items.
const PARCELS: &str = "INSERT INTO fulfillment_item (website_id, id, fulfillment_id, order_item_id, quantity) \
     SELECT parcel.website_id, 'fit_' || substr(item.id, 5), parcel.id, item.id, item.quantity FROM fulfillment parcel \
     JOIN order_item item ON item.website_id = parcel.website_id AND item.order_id = parcel.order_id";

/// Search text: address, name and item titles.
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
        script::run_on_all_sites(manager, &["orders", "order_item", "fulfillment"], &[PARCELS, SEARCH]).await?;
        script::enable_row_level_security(manager, SCRIPT).await?;
        // A search reads a site's orders in this order until it has enough results. SQLite matches the text in the
        // index and reads only matching rows; Postgres always reads the row.
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
