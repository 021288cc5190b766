//! Search columns, without case and accents, of products, files, customers, discounts, orders and form submissions. No
//! database does this folding for all scripts, so existing rows are converted here.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use stoa_kernel::search::folded;

use crate::script;
use crate::search_columns::{SearchColumn, fill, lines};

const SCRIPT: &str = include_str!("m20261127_000230_folded_search.sql");

/// Search text of a product; its tags need different SQL per database.
fn of_product(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => {
            "name || E'\\n' || coalesce((SELECT string_agg(tag, E'\\n') FROM jsonb_array_elements_text(tags) AS tag), '')"
        }
        _ => "name || char(10) || coalesce((SELECT group_concat(value, char(10)) FROM json_each(tags)), '')",
    }
}

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261127_000230_folded_search"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let backend = manager.get_database_backend();
        for (table, column, text) in [
            ("product", "searched", of_product(backend).to_owned()),
            ("asset", "searched", lines(backend, &["filename", "alt_text", "title", "body"])),
            ("customer", "searched", "name".to_owned()),
            ("discount", "searched", lines(backend, &["label", "coalesce(code, '')"])),
            ("orders", "search", "search".to_owned()),
            ("submission", "searched", "searched".to_owned()),
        ] {
            fill(manager, &SearchColumn { table, key: "id", column, text, convert: folded }).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
