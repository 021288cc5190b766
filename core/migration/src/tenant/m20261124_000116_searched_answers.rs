//! Search column of form submissions: the visitors' text in lower case. SQLite's `lower` only handles ASCII, so
//! existing submissions are converted here.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261124_000116_searched_answers.sql");

/// Rows read at once.
const BATCH: usize = 500;

/// The visitors' text, line by line, as it is written for new submissions.
fn written(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => {
            "(SELECT string_agg(one->>'value', E'\\n' ORDER BY place) FROM jsonb_array_elements(answers) \
             WITH ORDINALITY AS listed(one, place) WHERE coalesce(one->>'kind', '') <> 'password' \
             AND one->>'value' <> 'N/A')"
        }
        _ => {
            "(SELECT group_concat(json_extract(value, '$.value'), char(10)) FROM json_each(answers) \
             WHERE coalesce(json_extract(value, '$.kind'), '') <> 'password' AND json_extract(value, '$.value') <> 'N/A')"
        }
    }
}

async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let (connection, backend) = (manager.get_connection(), manager.get_database_backend());
    let page = format!(
        "SELECT website_id, id, coalesce({}, '') AS written FROM submission WHERE (website_id, id) > ($1, $2) \
         ORDER BY website_id, id LIMIT {BATCH}",
        written(backend)
    );
    let save = "UPDATE submission SET searched = $1 WHERE website_id = $2 AND id = $3";
    let (mut website, mut id) = (String::new(), String::new());
    loop {
        let behind = [website.clone().into(), id.clone().into()];
        let rows = connection.query_all_raw(Statement::from_sql_and_values(backend, &page, behind)).await?;
        for row in &rows {
            (website, id) = (row.try_get("", "website_id")?, row.try_get("", "id")?);
            let text: String = row.try_get("", "written")?;
            let values = [text.to_lowercase().into(), website.clone().into(), id.clone().into()];
            connection.execute_raw(Statement::from_sql_and_values(backend, save, values)).await?;
        }
        if rows.len() < BATCH {
            return Ok(());
        }
    }
}

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261124_000116_searched_answers"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        // Row-level security otherwise hides all rows from the owner of the table on Postgres.
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        let force = async |force: &str| match is_postgres {
            true => {
                let statement = format!("ALTER TABLE submission {force} ROW LEVEL SECURITY");
                manager.get_connection().execute_unprepared(&statement).await.map(|_| ())
            }
            false => Ok(()),
        };
        force("NO FORCE").await?;
        fill(manager).await?;
        force("FORCE").await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
