//! A pass over each site for the columns of its days of visitors' analytics.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261129_000731_due_segments.sql");
/// The time in milliseconds.
const NOW_OF_SQLITE: &str = "CAST(strftime('%s', 'now') AS INTEGER) * 1000";
const NOW_OF_POSTGRES: &str = "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261129_000731_due_segments"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let now = match manager.get_database_backend() {
            DbBackend::Postgres => NOW_OF_POSTGRES,
            _ => NOW_OF_SQLITE,
        };
        script::run(manager, &SCRIPT.replace("{now}", now)).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
