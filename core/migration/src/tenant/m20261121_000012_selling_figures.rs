//! Admin preferences of the shop, order tags, visitor events sent by browsers, and covering indexes for order search
//! and sales totals.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000012_selling_figures.sql");

/// An index entry in Postgres holds at most 2,704 bytes.
const SHORTER_SEARCH: &str = "UPDATE orders SET search = substr(search, 1, 450) WHERE length(search) > 450";

/// Name, key and included columns of a covering index.
const COVERING: [(&str, &str, &str); 2] = [
    (
        "orders_by_created_on",
        "website_id, created_on, id",
        "number, search, payment_status, fulfillment_status, test_mode",
    ),
    (
        "orders_by_paid_on",
        "website_id, paid_on",
        "test_mode, currency, grand_total_cents, tax_cents, shipping_cents, discount_cents, id",
    ),
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000012_selling_figures"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::run_on_all_sites(manager, &["orders"], &[SHORTER_SEARCH]).await?;
        script::enable_row_level_security(manager, SCRIPT).await?;
        for (name, key, rest) in COVERING {
            let columns = match manager.get_database_backend() {
                DbBackend::Postgres => format!("({key}) INCLUDE ({rest})"),
                _ => format!("({key}, {rest})"),
            };
            let statement = format!("CREATE INDEX {name} ON orders {columns}");
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
