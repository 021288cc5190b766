//! Search column of variants: the SKU without case and accents.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use stoa_kernel::search::folded;

use crate::script;
use crate::search_columns::{SearchColumn, fill};

const SCRIPT: &str = include_str!("m20261128_000270_folded_skus.sql");

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261128_000270_folded_skus"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let text = "sku".to_owned();
        fill(manager, &SearchColumn { table: "variant", key: "id", column: "searched", text, convert: folded }).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
