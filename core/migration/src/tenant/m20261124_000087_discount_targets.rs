//! Targets of discounts as rows, so that a cart finds discounts by its products.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261124_000087_discount_targets.sql");

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261124_000087_discount_targets"
    }
}

fn targets(backend: DbBackend) -> String {
    let entries = match backend {
        DbBackend::Postgres => "CROSS JOIN LATERAL jsonb_array_elements_text(discount.target_ids) AS entry (value)",
        _ => "CROSS JOIN json_each(discount.target_ids) AS entry",
    };
    format!(
        "INSERT INTO discount_target (website_id, target_id, discount_id) \
         SELECT DISTINCT discount.website_id, entry.value, discount.id FROM discount {entries}"
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let targets = targets(manager.get_database_backend());
        script::run_on_all_sites(manager, &["discount"], &[&targets]).await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
