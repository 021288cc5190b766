use async_trait::async_trait;
use sea_orm::{DatabaseConnection, DbErr};
use stoa_migration::{sites_version, upgrade_platform, upgrade_sites};
use stoa_tenancy::Schema;

/// The migrations of this program.
#[derive(Debug, Clone, Copy, Default)]
pub struct CurrentSchema;

#[async_trait]
impl Schema for CurrentSchema {
    async fn migrate_platform(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_platform(connection).await
    }

    async fn migrate_sites(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_sites(connection).await
    }

    fn sites_version(&self) -> i32 {
        sites_version()
    }
}
