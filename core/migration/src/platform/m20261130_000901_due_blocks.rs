//! Another pass over each site: visitors' analytics of days that are over are packed.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261129_000731_due_segments.sql");

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261130_000901_due_blocks"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run_now(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
