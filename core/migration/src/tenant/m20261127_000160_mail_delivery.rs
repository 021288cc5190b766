//! Time of the next delivery attempt and expiry of e-mails. E-mails that are waiting during the upgrade are tried for
//! four days from their creation.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261127_000160_mail_delivery.sql");

const WAITING: &str = "UPDATE mail SET give_up_on = created_on + 345600000 WHERE status = 'queued'";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261127_000160_mail_delivery"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        script::run_on_all_sites(manager, &["mail"], &[WAITING]).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
