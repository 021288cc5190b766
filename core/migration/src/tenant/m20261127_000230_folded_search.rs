//! What products, files, customers, discounts, orders and answers are found by stands in a column, without case and accents.
//! No database folds letters of all scripts, so it is done here for the rows from before.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use stoa_kernel::search::folded;

use crate::script;

const SCRIPT: &str = include_str!("m20261127_000230_folded_search.sql");

/// Rows read at once.
const BATCH: usize = 500;

/// A table, the column that is looked through, and the text it is made of.
struct Filled {
    table: &'static str,
    column: &'static str,
    text: String,
}

/// The text of a product, with its tags in the words of either database.
fn of_product(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => {
            "name || E'\\n' || coalesce((SELECT string_agg(tag, E'\\n') FROM jsonb_array_elements_text(tags) AS tag), '')"
        }
        _ => "name || char(10) || coalesce((SELECT group_concat(value, char(10)) FROM json_each(tags)), '')",
    }
}

async fn fill(manager: &SchemaManager<'_>, filled: &Filled) -> Result<(), DbErr> {
    let (connection, backend) = (manager.get_connection(), manager.get_database_backend());
    let Filled { table, column, text } = filled;
    let page = format!(
        "SELECT website_id, id, {text} AS written FROM {table} WHERE (website_id, id) > ($1, $2) \
         ORDER BY website_id, id LIMIT {BATCH}"
    );
    let save = format!("UPDATE {table} SET {column} = $1 WHERE website_id = $2 AND id = $3");
    let (mut website, mut id) = (String::new(), String::new());
    loop {
        let behind = [website.clone().into(), id.clone().into()];
        let rows = connection.query_all_raw(Statement::from_sql_and_values(backend, &page, behind)).await?;
        for row in &rows {
            (website, id) = (row.try_get("", "website_id")?, row.try_get("", "id")?);
            let written: String = row.try_get("", "written")?;
            let values = [folded(&written).into(), website.clone().into(), id.clone().into()];
            connection.execute_raw(Statement::from_sql_and_values(backend, &save, values)).await?;
        }
        if rows.len() < BATCH {
            return Ok(());
        }
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
        let is_postgres = backend == DbBackend::Postgres;
        let between = if is_postgres { "E'\\n'" } else { "char(10)" };
        let of_asset = format!("filename || {between} || alt_text || {between} || title || {between} || body");
        let of_discount = format!("label || {between} || coalesce(code, '')");
        for (table, column, text) in [
            ("product", "searched", of_product(backend).to_owned()),
            ("asset", "searched", of_asset),
            ("customer", "searched", "name".to_owned()),
            ("discount", "searched", of_discount),
            ("orders", "search", "search".to_owned()),
            ("submission", "searched", "searched".to_owned()),
        ] {
            let filled = Filled { table, column, text };
            // The policies of tables hide all rows from their owner on Postgres otherwise.
            let force = async |force: &str| match is_postgres {
                true => {
                    let statement = format!("ALTER TABLE {} {force} ROW LEVEL SECURITY", filled.table);
                    manager.get_connection().execute_unprepared(&statement).await.map(|_| ())
                }
                false => Ok(()),
            };
            force("NO FORCE").await?;
            fill(manager, &filled).await?;
            force("FORCE").await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
