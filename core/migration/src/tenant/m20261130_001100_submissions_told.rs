//! When the recipients of a form learned of a submission. Until now a submission that went out of the spam folder was told
//! each time.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261130_001100_submissions_told.sql");

/// What is in the inbox was told, and what is among the spam without a sign of it was put there by a contributor.
const TOLD: &str = "UPDATE submission SET told_on = created_on WHERE folder <> 'spam' OR spam_signs = ''";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261130_001100_submissions_told"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::run_on_all_sites(manager, &["submission"], &[TOLD]).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
