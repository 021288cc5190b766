//! Product categories as rows, and further product fields.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000006_catalogue.sql");

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000006_catalogue"
    }
}

/// Products had a list of category ids; ids of deleted categories are dropped.
fn links(backend: DbBackend) -> String {
    let entries = match backend {
        DbBackend::Postgres => "CROSS JOIN LATERAL jsonb_array_elements_text(product.category_ids) AS entry (value)",
        _ => "CROSS JOIN json_each(product.category_ids) AS entry",
    };
    format!(
        "INSERT INTO product_category (website_id, product_id, category_id) \
         SELECT DISTINCT product.website_id, product.id, category.id FROM product {entries} \
         JOIN category ON category.website_id = product.website_id AND category.id = entry.value"
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let links = links(manager.get_database_backend());
        script::run_on_all_sites(manager, &["product", "category"], &[&links]).await?;
        manager.get_connection().execute_unprepared("ALTER TABLE product DROP COLUMN category_ids").await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
