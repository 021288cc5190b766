//! The lists of migrations.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sea_orm_migration::MigrationTrait;
use stoa_migration::{AnalyticsMigrator, Migrator as _, PlatformMigrator, TenantMigrator};

/// Names of the migrations in a folder of this crate, sorted.
fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names: BTreeSet<String> = paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.into_iter().collect()
}

#[test]
fn each_migration_is_named_as_its_file_and_listed_once_in_the_order_of_names() {
    let listed = |migrations: Vec<Box<dyn MigrationTrait>>| -> Vec<String> {
        migrations.iter().map(|migration| migration.name().to_owned()).collect()
    };
    assert_eq!(listed(PlatformMigrator::migrations()), files("platform"));
    assert_eq!(listed(TenantMigrator::migrations()), files("tenant"));
    assert_eq!(listed(AnalyticsMigrator::migrations()), files("analytics"));
}
