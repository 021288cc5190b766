//! Blocks of events and visits of days that are over. Nothing is packed for a week after an update, so that until then an
//! older program can be started again, and none runs beside this one any more.

use sea_orm_migration::sea_orm::{ConnectionTrait as _, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261130_000900_blocks.sql");
const STATE: &str = "analytics_state";
/// Sites that come later have nothing older than a week.
const A_WEEK_FROM_NOW: &str = "UPDATE analytics_state SET pack_from = {now} + 604800000";
const ON_POSTGRES: [&str; 3] = [
    // Rows of a day are deleted every day: their space is found before those of the next one need it. Partitions of
    // events are made with the same setting.
    "ALTER TABLE analytics_visit SET (autovacuum_vacuum_scale_factor = 0.02)",
    // Packed bytes cannot be compressed any more.
    "ALTER TABLE analytics_block ALTER COLUMN data SET STORAGE EXTERNAL",
    "ALTER TABLE analytics_block ALTER COLUMN visitors SET STORAGE EXTERNAL",
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261130_000900_blocks"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::enable_row_level_security(manager, SCRIPT).await?;
        script::show_all_sites(manager, STATE, true).await?;
        script::run_now(manager, A_WEEK_FROM_NOW).await?;
        script::show_all_sites(manager, STATE, false).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            for statement in ON_POSTGRES {
                manager.get_connection().execute_unprepared(statement).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
