//! Columns of the visits and events of each day. Days that are summed up already are to be summed up again, which makes
//! theirs.

use sea_orm_migration::sea_orm::{ConnectionTrait as _, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261129_000730_segments.sql");
/// Packed bits cannot be compressed any more.
const UNCOMPRESSED: &str = "ALTER TABLE analytics_segment ALTER COLUMN data SET STORAGE EXTERNAL";
/// The hour in which each day of the sums begins. One that begins at half past belongs to two days: both are made.
const NOTED: [&str; 1] = ["INSERT INTO analytics_dirty (website_id, hour, noted_at, version) \
     SELECT website_id, start - start % 3600000, 0, 1 FROM analytics_rollup WHERE grain = 2 AND dimension IN (0, 17) \
     GROUP BY website_id, start - start % 3600000 \
     ON CONFLICT (website_id, hour) DO UPDATE SET version = analytics_dirty.version + 1"];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261129_000730_segments"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::enable_row_level_security(manager, SCRIPT).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            manager.get_connection().execute_unprepared(UNCOMPRESSED).await?;
        }
        script::run_on_all_sites(manager, &["analytics_rollup", "analytics_dirty"], &NOTED).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
