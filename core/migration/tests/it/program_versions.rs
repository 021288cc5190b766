//! Data that another version of the program has migrated.

use sea_orm_migration::sea_orm::{
    ConnectOptions, ConnectionTrait as _, Database, DatabaseConnection, DbErr, Statement,
};
use stoa_kernel::migrations::packed_version;
use stoa_migration::upgrade_platform;

/// The tables of the platform in memory, with a migration that this program does not know in place of one of its own.
async fn later_tables() -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    upgrade_platform(&connection).await?;
    let statement =
        "UPDATE platform_migration SET version = 'm99991231_000001_tomorrow' WHERE version LIKE '%foundation'";
    assert_eq!(connection.execute_unprepared(statement).await?.rows_affected(), 1);
    Ok(connection)
}

#[tokio::test]
async fn migrated_tables_name_the_program() -> Result<(), DbErr> {
    let connection = later_tables().await?;
    let question = Statement::from_string(connection.get_database_backend(), "PRAGMA application_id");
    let noted: i32 = connection.query_one_raw(question).await?.unwrap().try_get_by_index(0)?;
    assert_eq!(noted, packed_version(env!("CARGO_PKG_VERSION")));
    let error = upgrade_platform(&connection).await.unwrap_err().to_string();
    assert!(error.contains("by a later version of Stoa"), "the recorded version is that of this program: {error}");
    Ok(())
}

#[tokio::test]
async fn older_program_names_version_to_install() -> Result<(), DbErr> {
    let connection = later_tables().await?;
    for (noted, words) in [
        (packed_version("7.2.0"), "Install Stoa 7.2.0 or a later version, or restore the copy"),
        (packed_version("1.12.3"), "last migrated by Stoa 1.12.3, and this program"),
        (0, "by a later version of Stoa"),
    ] {
        connection.execute_unprepared(&format!("PRAGMA application_id = {noted}")).await?;
        let error = upgrade_platform(&connection).await.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    Ok(())
}
