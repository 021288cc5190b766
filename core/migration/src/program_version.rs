//! Records which version of the program last migrated a database: on SQLite in the file header (`application_id`), on
//! Postgres as a comment on the migration table.

use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use stoa_kernel::migrations::{packed_version, unpacked_version};

const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Records that this program has migrated the tables.
pub(crate) async fn note<M: MigratorTrait>(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let noted = match connection.get_database_backend() {
        DbBackend::Postgres => format!("COMMENT ON TABLE {} IS '{PROGRAM_VERSION}'", M::migration_table_name()),
        _ => format!("PRAGMA application_id = {}", packed_version(PROGRAM_VERSION)),
    };
    connection.execute_unprepared(&noted).await.map(drop)
}

/// Error for a database with migrations that this program does not know.
pub(crate) async fn refusal<M: MigratorTrait>(connection: &DatabaseConnection, unknown: String) -> DbErr {
    match last::<M>(connection).await {
        Ok(version) => DbErr::Migration(sentence(version.as_deref())),
        Err(_) => DbErr::Custom(unknown),
    }
}

fn sentence(version: Option<&str>) -> String {
    let (writer, wanted) = match version.filter(|version| *version != PROGRAM_VERSION) {
        Some(version) => (format!("Stoa {version}"), format!("Stoa {version} or a later version")),
        None => ("a later version of Stoa".to_owned(), "the version that ran here last".to_owned()),
    };
    format!(
        "this data was last migrated by {writer}, and this program, Stoa {PROGRAM_VERSION}, does not know all of its migrations. \
         Install {wanted}, or restore the copy of the data from before that update"
    )
}

/// The recorded version; none if there is none.
async fn last<M: MigratorTrait>(connection: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    let backend = connection.get_database_backend();
    let question = match backend {
        DbBackend::Postgres => {
            format!("SELECT obj_description(to_regclass('{}'), 'pg_class')", M::migration_table_name())
        }
        _ => "PRAGMA application_id".to_owned(),
    };
    let Some(row) = connection.query_one_raw(Statement::from_string(backend, question)).await? else { return Ok(None) };
    match backend {
        DbBackend::Postgres => row.try_get_by_index(0),
        _ => row.try_get_by_index(0).map(unpacked_version),
    }
}
