//! On SQLite, the list of migrations has no index beside it: it takes half of its pages in each file of a site.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

const STATEMENTS: [&str; 4] = [
    "CREATE TABLE migration_in_one_tree (version varchar NOT NULL PRIMARY KEY, applied_at integer NOT NULL) WITHOUT ROWID",
    "INSERT INTO migration_in_one_tree (version, applied_at) SELECT version, applied_at FROM tenant_migration",
    "DROP TABLE tenant_migration",
    "ALTER TABLE migration_in_one_tree RENAME TO tenant_migration",
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261129_000770_migrations_in_one_tree"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Sqlite {
            for statement in STATEMENTS {
                manager.get_connection().execute_unprepared(statement).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
