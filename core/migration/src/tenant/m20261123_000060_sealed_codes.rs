//! Gift card codes are encrypted and found by a keyed hash. The worker, which has the key, encrypts existing codes.
//! Texts of sent e-mails with codes are deleted.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261123_000060_sealed_codes.sql");

const LETTERS: &str =
    "UPDATE mail SET text_body = '', html_body = '' WHERE kind = 'gift-cards' AND status IN ('sent', 'failed')";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261123_000060_sealed_codes"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::run_on_all_sites(manager, &["mail"], &[LETTERS]).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
