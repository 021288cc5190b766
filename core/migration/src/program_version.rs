//! Which version of the program has changed the tables last: on SQLite it stands in the head of the file (`application_id`), on
//! Postgres it is the comment on the table that holds the history.

use sea_orm_migration::MigratorTrait;
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

/// This program's.
const OWN: &str = env!("CARGO_PKG_VERSION");

/// What stands for a version in the head of a file: three digits each for the two lower parts.
const PART: i32 = 1_000;

/// Notes that this program has changed the tables.
pub(crate) async fn note<M: MigratorTrait>(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let noted = match connection.get_database_backend() {
        DbBackend::Postgres => format!("COMMENT ON TABLE {} IS '{OWN}'", M::migration_table_name()),
        _ => format!("PRAGMA application_id = {}", packed(OWN)),
    };
    connection.execute_unprepared(&noted).await.map(drop)
}

/// Why this program does not work on tables that hold changes that it does not know.
pub(crate) async fn refusal<M: MigratorTrait>(connection: &DatabaseConnection, unknown: String) -> DbErr {
    match last::<M>(connection).await {
        Ok(version) => DbErr::Migration(sentence(version.as_deref())),
        Err(_) => DbErr::Custom(unknown),
    }
}

fn sentence(version: Option<&str>) -> String {
    let (writer, wanted) = match version.filter(|version| *version != OWN) {
        Some(version) => (format!("Stoa {version}"), format!("Stoa {version} or a later version")),
        None => ("a later version of Stoa".to_owned(), "the version that ran here last".to_owned()),
    };
    format!(
        "this data was last brought up to date by {writer}, and this program, Stoa {OWN}, does not know all that was changed. \
         Install {wanted}, or put back the copy of the data from before that update"
    )
}

/// None where no version has left its number.
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
        _ => row.try_get_by_index(0).map(unpacked),
    }
}

fn packed(version: &str) -> i32 {
    let numbers = version.split(['.', '-', '+']).take(3).map(|part| part.parse::<i32>().unwrap_or(0));
    numbers.fold(0, |sum, part| sum.saturating_mul(PART).saturating_add(part.clamp(0, PART - 1)))
}

fn unpacked(packed: i32) -> Option<String> {
    (packed > 0).then(|| format!("{}.{}.{}", packed / PART / PART, packed / PART % PART, packed % PART))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_as_it_was_noted() {
        for (noted, read) in [("0.1.0", "0.1.0"), ("1.12.3", "1.12.3"), ("2.0.1-rc.1", "2.0.1")] {
            assert_eq!(unpacked(packed(noted)).as_deref(), Some(read));
        }
        assert_eq!(unpacked(0), None);
    }

    #[test]
    fn who_has_older_program_reads_which_one_to_install() {
        assert!(sentence(Some("7.2.0")).contains("Install Stoa 7.2.0 or a later version, or put back the copy"));
        assert!(sentence(None).contains("by a later version of Stoa"));
    }
}
