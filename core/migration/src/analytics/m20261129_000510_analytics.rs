//! The tables of visitors' analytics. Once days are packed, this migration is no longer noted as applied, see
//! [`FIRST_OF_ANALYTICS`]: then there is nothing to do.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use stoa_kernel::migrations::FIRST_OF_ANALYTICS;

use crate::script;

const SCRIPT: &str = include_str!("m20261129_000510_analytics.sql");

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        FIRST_OF_ANALYTICS
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.has_table("analytics_text").await? {
            return Ok(());
        }
        script::run(manager, SCRIPT).await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
