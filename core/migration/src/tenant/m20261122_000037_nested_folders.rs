//! Nested media folders, with names unique per parent. A finished upload keeps the id of its file, so that finishing it
//! again returns the same response.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261122_000037_nested_folders.sql");

/// Drops the constraint that names are unique in the whole site.
const POSTGRES: &str = "ALTER TABLE asset_folder DROP CONSTRAINT asset_folder_website_id_name_key;
";

/// SQLite cannot drop a constraint; the table has to be recreated.
const SQLITE: &str = "ALTER TABLE asset_folder RENAME TO flat_asset_folder;
CREATE TABLE asset_folder (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);
INSERT INTO asset_folder (website_id, id, name, created_on) SELECT website_id, id, name, created_on FROM flat_asset_folder;
DROP TABLE flat_asset_folder;
";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261122_000037_nested_folders"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let names = match manager.get_database_backend() {
            DbBackend::Postgres => POSTGRES,
            _ => SQLITE,
        };
        script::run(manager, names).await?;
        script::run(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
