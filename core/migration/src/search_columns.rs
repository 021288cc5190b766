//! Fills search columns of existing rows. No database folds case and accents of all scripts, so rows are read, their
//! text is converted here, and they are written again.

use sea_orm_migration::SchemaManager;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::script;

/// Rows read at once.
const BATCH: usize = 500;

/// A search column and its source.
pub(crate) struct SearchColumn {
    /// Its table.
    pub(crate) table: &'static str,
    /// Column that identifies a row within its site; of type text.
    pub(crate) key: &'static str,
    /// The column.
    pub(crate) column: &'static str,
    /// SQL expression for the text before it is converted; never null.
    pub(crate) text: String,
    /// Converts the text, such as [`stoa_kernel::search::folded`].
    pub(crate) convert: fn(&str) -> String,
}

/// SQL expression that joins columns, one per line. None of them may be null.
pub(crate) fn lines(backend: DbBackend, columns: &[&str]) -> String {
    let between = if backend == DbBackend::Postgres { " || E'\\n' || " } else { " || char(10) || " };
    columns.join(between)
}

/// Fills a column in the rows of all sites.
///
/// # Errors
/// When a database query fails.
pub(crate) async fn fill(manager: &SchemaManager<'_>, filled: &SearchColumn) -> Result<(), DbErr> {
    script::show_all_sites(manager, filled.table, true).await?;
    fill_rows(manager, filled).await?;
    script::show_all_sites(manager, filled.table, false).await
}

async fn fill_rows(manager: &SchemaManager<'_>, filled: &SearchColumn) -> Result<(), DbErr> {
    let (connection, backend) = (manager.get_connection(), manager.get_database_backend());
    let SearchColumn { table, key, column, text, convert } = filled;
    let page = format!(
        "SELECT website_id, {key} AS row_key, {text} AS written FROM {table} WHERE (website_id, {key}) > ($1, $2) \
         ORDER BY website_id, {key} LIMIT {BATCH}"
    );
    let save = format!("UPDATE {table} SET {column} = $1 WHERE website_id = $2 AND {key} = $3");
    let (mut website, mut row_key) = (String::new(), String::new());
    loop {
        let behind = [website.clone().into(), row_key.clone().into()];
        let rows = connection.query_all_raw(Statement::from_sql_and_values(backend, &page, behind)).await?;
        for row in &rows {
            (website, row_key) = (row.try_get("", "website_id")?, row.try_get("", "row_key")?);
            let written: String = row.try_get("", "written")?;
            let values = [convert(&written).into(), website.clone().into(), row_key.clone().into()];
            connection.execute_raw(Statement::from_sql_and_values(backend, &save, values)).await?;
        }
        if rows.len() < BATCH {
            return Ok(());
        }
    }
}
