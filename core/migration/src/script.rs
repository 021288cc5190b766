//! Runs an SQL file on either database.

use sea_orm_migration::SchemaManager;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr};

/// Runs each statement of a script, with the database's syntax for columns of JSON, of bytes, and generated ones.
///
/// # Errors
/// The first statement that fails.
pub(crate) async fn run(manager: &SchemaManager<'_>, script: &str) -> Result<(), DbErr> {
    let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
    let bytes = if is_postgres { "bytea" } else { "blob" };
    let (json, generated, rowless, monthly) = match is_postgres {
        true => ("jsonb", "STORED", "", "PARTITION BY RANGE (at)"),
        false => ("json_text", "VIRTUAL", "WITHOUT ROWID", "WITHOUT ROWID"),
    };
    for statement in script.split(";\n").map(str::trim).filter(|statement| !statement.is_empty()) {
        let statement = statement.trim_end_matches(';').replace("{json}", json).replace("{generated}", generated);
        let statement = statement.replace("{rowless}", rowless).replace("{monthly}", monthly).replace("{bytes}", bytes);
        let statement = if is_postgres { statement } else { without_indentation(statement) };
        manager.get_connection().execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// SQLite keeps the text of a table's definition in each site's file.
fn without_indentation(statement: String) -> String {
    let mut lines = statement.lines().filter(|line| !line.trim_start().starts_with("--")).peekable();
    match lines.peek().is_some_and(|line| line.starts_with("CREATE TABLE")) {
        true => lines.map(str::trim).collect::<Vec<_>>().join("\n"),
        false => statement,
    }
}

/// Runs a script in which `{now}` is the time, UTC milliseconds.
///
/// # Errors
/// The first statement that fails.
pub(crate) async fn run_now(manager: &SchemaManager<'_>, script: &str) -> Result<(), DbErr> {
    let now = match manager.get_database_backend() {
        DbBackend::Postgres => "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)",
        _ => "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
    };
    run(manager, &script.replace("{now}", now)).await
}

/// Names of the tables that a script creates.
pub(crate) fn created_tables(script: &str) -> impl Iterator<Item = &str> {
    script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("CREATE TABLE "))
        .filter_map(|rest| rest.split_whitespace().next())
}

/// On Postgres, shows the rows of all sites to the owner of a table, or hides them again: while row-level security is
/// forced, the owner sees no rows outside a transaction of a site.
///
/// # Errors
/// When a database query fails.
pub(crate) async fn show_all_sites(manager: &SchemaManager<'_>, table: &str, is_shown: bool) -> Result<(), DbErr> {
    if manager.get_database_backend() == DbBackend::Postgres {
        let forced = if is_shown { "NO FORCE" } else { "FORCE" };
        let statement = format!("ALTER TABLE {table} {forced} ROW LEVEL SECURITY");
        manager.get_connection().execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// Runs statements that change rows of all sites.
///
/// # Errors
/// The first statement that fails.
pub(crate) async fn run_on_all_sites(
    manager: &SchemaManager<'_>,
    tables: &[&str],
    statements: &[&str],
) -> Result<(), DbErr> {
    for table in tables {
        show_all_sites(manager, table, true).await?;
    }
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    for table in tables {
        show_all_sites(manager, table, false).await?;
    }
    Ok(())
}

/// On Postgres, enables row-level security: a transaction sees only the rows of the site that it set in
/// `stoa.website_id`, even as the owner of the table. A transaction that set none sees nothing.
///
/// # Errors
/// When a database query fails.
pub(crate) async fn enable_row_level_security(manager: &SchemaManager<'_>, script: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    for table in created_tables(script) {
        for statement in [
            format!("ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"),
            format!("ALTER TABLE {table} FORCE ROW LEVEL SECURITY"),
            format!(
                "CREATE POLICY own_site ON {table} USING (website_id = current_setting('stoa.website_id', true)) \
                 WITH CHECK (website_id = current_setting('stoa.website_id', true))"
            ),
        ] {
            manager.get_connection().execute_unprepared(&statement).await?;
        }
    }
    Ok(())
}

/// A migration that only runs its script. Tables of sites get row-level security.
macro_rules! script_alone {
    ($name:literal, $path:literal, $of_sites:literal) => {
        const SCRIPT: &str = include_str!($path);

        pub(crate) struct Migration;

        impl sea_orm_migration::MigrationName for Migration {
            fn name(&self) -> &str {
                $name
            }
        }

        #[async_trait::async_trait]
        impl sea_orm_migration::MigrationTrait for Migration {
            async fn up(
                &self,
                manager: &sea_orm_migration::SchemaManager,
            ) -> Result<(), sea_orm_migration::sea_orm::DbErr> {
                crate::script::run(manager, SCRIPT).await?;
                if $of_sites {
                    crate::script::enable_row_level_security(manager, SCRIPT).await?;
                }
                Ok(())
            }

            async fn down(
                &self,
                _manager: &sea_orm_migration::SchemaManager,
            ) -> Result<(), sea_orm_migration::sea_orm::DbErr> {
                Err(sea_orm_migration::sea_orm::DbErr::Migration("migrations only go forward".to_owned()))
            }
        }
    };
}

pub(crate) use script_alone;
