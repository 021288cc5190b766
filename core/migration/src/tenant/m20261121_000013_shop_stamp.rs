//! Shop stamp: tells whether cached prices of a shop are still valid. Triggers renew it in the transaction of the
//! change, so that no writer can forget to. Stock and variant prices are always read from the database and do not
//! affect it.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str =
    "CREATE TABLE shop_stamp (website_id text NOT NULL, stamp text NOT NULL, PRIMARY KEY (website_id))";

/// Tables that affect offers and their prices, except variants and discounts.
const TABLES: [&str; 9] = [
    "asset",
    "category",
    "collection",
    "product",
    "product_category",
    "shipping_zone",
    "site",
    "subscription_plan",
    "tax_rule",
];

/// Transactions without a site, such as migrations, do not renew the stamp.
const FUNCTION: &str = "CREATE FUNCTION renew_shop_stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
     IF coalesce(current_setting('stoa.website_id', true), '') <> '' THEN \
     INSERT INTO shop_stamp (website_id, stamp) VALUES (current_setting('stoa.website_id'), gen_random_uuid()::text) \
     ON CONFLICT (website_id) DO UPDATE SET stamp = excluded.stamp; END IF; RETURN NULL; END $$";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000013_shop_stamp"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::enable_row_level_security(manager, SCRIPT).await?;
        let connection = manager.get_connection();
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        if is_postgres {
            connection.execute_unprepared(FUNCTION).await?;
        }
        for table in TABLES {
            let triggers = if is_postgres { vec![of_postgres(table)] } else { of_sqlite(table) };
            for trigger in triggers {
                connection.execute_unprepared(&trigger).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}

fn of_postgres(table: &str) -> String {
    format!(
        "CREATE TRIGGER {table}_renews_shop_stamp AFTER INSERT OR UPDATE OR DELETE ON {table} \
         FOR EACH STATEMENT EXECUTE FUNCTION renew_shop_stamp()"
    )
}

fn of_sqlite(table: &str) -> Vec<String> {
    [("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")]
        .into_iter()
        .map(|(event, row)| {
            format!(
                "CREATE TRIGGER {table}_renews_shop_stamp_on_{event} AFTER {event} ON {table} BEGIN \
                 INSERT INTO shop_stamp (website_id, stamp) VALUES ({row}.website_id, hex(randomblob(16))) \
                 ON CONFLICT (website_id) DO UPDATE SET stamp = excluded.stamp; END"
            )
        })
        .collect()
}
