//! Search column of form submissions: the visitors' text in lower case. SQLite's `lower` only handles ASCII, so
//! existing submissions are converted here.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;
use crate::search_columns::{SearchColumn, fill};

const SCRIPT: &str = include_str!("m20261124_000116_searched_answers.sql");

/// The visitors' text, line by line, as it is written for new submissions.
fn written(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => {
            "coalesce((SELECT string_agg(one->>'value', E'\\n' ORDER BY place) FROM jsonb_array_elements(answers) \
             WITH ORDINALITY AS listed(one, place) WHERE coalesce(one->>'kind', '') <> 'password' \
             AND one->>'value' <> 'N/A'), '')"
        }
        _ => {
            "coalesce((SELECT group_concat(json_extract(value, '$.value'), char(10)) FROM json_each(answers) \
             WHERE coalesce(json_extract(value, '$.kind'), '') <> 'password' \
             AND json_extract(value, '$.value') <> 'N/A'), '')"
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
        let text = written(manager.get_database_backend()).to_owned();
        let convert = str::to_lowercase;
        fill(manager, &SearchColumn { table: "submission", key: "id", column: "searched", text, convert }).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
