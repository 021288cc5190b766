//! The migrations of this program, for tests.

use async_trait::async_trait;
use sea_orm::{DatabaseConnection, DbErr};
use stoa_migration::{analytics_version, sites_version, upgrade_analytics, upgrade_platform, upgrade_sites};
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

    async fn migrate_analytics(&self, connection: &DatabaseConnection) -> Result<(), DbErr> {
        upgrade_analytics(connection).await
    }

    fn analytics_version(&self) -> i32 {
        analytics_version()
    }
}
