//! Blocks of events and visits of days that are over. On Postgres, the table of events is no longer divided by month: it
//! has the events of about a week, whose space is used again.

use sea_orm_migration::sea_orm::{ConnectionTrait as _, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261130_000900_blocks.sql");
/// Packed bytes cannot be compressed any more.
const UNCOMPRESSED: [&str; 2] = [
    "ALTER TABLE analytics_block ALTER COLUMN data SET STORAGE EXTERNAL",
    "ALTER TABLE analytics_block ALTER COLUMN visitors SET STORAGE EXTERNAL",
];

/// The name of the divided table until its rows are copied.
const BY_MONTH: &str = "analytics_event_by_month";
const EVENTS: &str = "CREATE TABLE analytics_event (
    website_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    visit BIGINT NOT NULL,
    page BIGINT,
    object BIGINT,
    number BIGINT,
    detail BIGINT,
    PRIMARY KEY (website_id, at, id)
)";
const RENAMED: [&str; 2] = [
    "ALTER TABLE analytics_event RENAME TO analytics_event_by_month",
    "ALTER INDEX analytics_event_pkey RENAME TO analytics_event_by_month_pkey",
];
const COPIED: [&str; 2] = [
    "INSERT INTO analytics_event (website_id, at, id, kind, visit, page, object, number, detail) \
     SELECT website_id, at, id, kind, visit, page, object, number, detail FROM analytics_event_by_month",
    "DROP TABLE analytics_event_by_month",
];
/// Rows of a day are deleted every day: their space is found before those of the next one need it.
const VACUUMED: [&str; 2] = [
    "ALTER TABLE analytics_event SET (autovacuum_vacuum_scale_factor = 0.02)",
    "ALTER TABLE analytics_visit SET (autovacuum_vacuum_scale_factor = 0.02)",
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
        if manager.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        run_all(manager, &RENAMED).await?;
        // The policies of a table do not show the rows of all sites to its owner.
        script::show_all_sites(manager, BY_MONTH, true).await?;
        run_all(manager, &[EVENTS]).await?;
        run_all(manager, &COPIED).await?;
        script::enable_row_level_security(manager, EVENTS).await?;
        run_all(manager, &VACUUMED).await?;
        run_all(manager, &UNCOMPRESSED).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}

async fn run_all(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
