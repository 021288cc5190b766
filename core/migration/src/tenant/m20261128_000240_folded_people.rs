//! Search columns, without case and accents, of comments, reviews, e-mails, subscribers and restock sign-ups; adds the
//! address to that of customers.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};
use stoa_kernel::search::folded;

use crate::script;
use crate::search_columns::{SearchColumn, fill, lines};

const SCRIPT: &str = include_str!("m20261128_000240_folded_people.sql");

/// Each table with its key and the columns of its search text.
const TABLES: [(&str, &str, &[&str]); 7] = [
    ("visitor_comment", "id", &["body", "author", "email"]),
    ("product_review", "id", &["product_name", "body", "author"]),
    ("mail", "id", &["to_address", "subject"]),
    ("subscriber", "id", &["email"]),
    ("pending_subscriber", "token_hash", &["email"]),
    ("restock_sign_up", "id", &["email"]),
    ("customer", "id", &["name", "email"]),
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261128_000240_folded_people"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let backend = manager.get_database_backend();
        for (table, key, columns) in TABLES {
            let text = lines(backend, columns);
            fill(manager, &SearchColumn { table, key, column: "searched", text, convert: folded }).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
