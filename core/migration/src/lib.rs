//! Forward-only migrations. The platform's tables, the sites' tables and those of visitors' analytics are three sets with
//! separate histories, because on SQLite every site has its own file, and another one for its analytics; on Postgres all
//! are in one database, and row-level security protects the second and the third.
//!
//! A migration is a dated SQL file for both databases; `{json}` is replaced by the column type for JSON, `{bytes}` by
//! that for bytes, `{rowless}` by what has SQLite store the rows in their index, `{monthly}` by that or the partitions of
//! Postgres. One that needs more has a module of the same name beside it. The files are the list (`build.rs`), in the
//! order of their names. Never edit a released one: add another.

use sea_orm_migration::sea_orm::DynIden;
use sea_orm_migration::{MigrationTrait, MigratorTrait};

mod program_version;
mod script;
mod search_columns;
mod upgrade;

mod platform {
    include!(concat!(env!("OUT_DIR"), "/platform.rs"));
}

mod analytics {
    include!(concat!(env!("OUT_DIR"), "/analytics.rs"));
}

mod tenant {
    include!(concat!(env!("OUT_DIR"), "/tenant.rs"));
}

pub use sea_orm_migration::MigratorTrait as Migrator;
pub use upgrade::{analytics_version, sites_version, upgrade_analytics, upgrade_platform, upgrade_sites};

/// Migrations of the platform's tables, in the order of their names.
#[derive(Debug)]
pub struct PlatformMigrator;

impl MigratorTrait for PlatformMigrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        platform::all()
    }

    fn migration_table_name() -> DynIden {
        "platform_migration".into()
    }
}

/// Migrations of the sites' tables, in the order of their names.
#[derive(Debug)]
pub struct TenantMigrator;

impl MigratorTrait for TenantMigrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        tenant::all()
    }

    fn migration_table_name() -> DynIden {
        "tenant_migration".into()
    }
}

/// Migrations of the tables of visitors' analytics, in the order of their names.
#[derive(Debug)]
pub struct AnalyticsMigrator;

impl MigratorTrait for AnalyticsMigrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        analytics::all()
    }

    fn migration_table_name() -> DynIden {
        "analytics_migration".into()
    }
}
