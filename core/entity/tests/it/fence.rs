//! Queries without a site do not compile. The test runs the compiler against the library built beside it: building all
//! its dependencies again would take minutes.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const EDITION: &str = "--edition=2024";

/// The libraries that the programs are compiled against.
struct Libraries {
    folder: PathBuf,
    entity: PathBuf,
    orm: PathBuf,
}

impl Libraries {
    /// The pair of libraries with which a correct program compiles: cargo may have left files of other builds.
    fn find() -> Result<Self, Box<dyn Error>> {
        let program = env::current_exe()?;
        let folder = program.parent().ok_or("the test program has no folder")?;
        for entity in built(folder, "stoa_entity")? {
            for orm in built(folder, "sea_orm")? {
                let libraries = Self { folder: folder.to_owned(), entity: entity.clone(), orm };
                if libraries.error_message("joined_tables_in_a_site")?.is_none() {
                    return Ok(libraries);
                }
            }
        }
        Err(format!("no library in {} compiles the valid program", folder.display()).into())
    }

    /// The compiler's errors for one of the programs; none when it compiles.
    fn error_message(&self, name: &str) -> Result<Option<String>, Box<dyn Error>> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fence").join(name).with_extension("rs");
        let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args([EDITION, "--emit=metadata", "--error-format=short", "-o"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
            .arg(format!("-Ldependency={}", self.folder.display()))
            .arg(format!("--extern=stoa_entity={}", self.entity.display()))
            .arg(format!("--extern=sea_orm={}", self.orm.display()))
            .arg(source)
            .output()?;
        if output.status.success() {
            return Ok(None);
        }
        let text = String::from_utf8(output.stderr)?;
        let errors: Vec<&str> = text.lines().filter(|line| line.contains(" error")).collect();
        Ok(Some(if errors.is_empty() { text } else { errors.join("\n") }))
    }
}

/// The libraries with a name in cargo's output folder, the newest first.
fn built(folder: &Path, name: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let start = format!("lib{name}-");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with(&start) && file.ends_with(".rlib") {
            found.insert(entry.metadata()?.modified()?, entry.path());
        }
    }
    Ok(found.into_values().rev().collect())
}

#[test]
fn unscoped_queries_do_not_compile() -> Result<(), Box<dyn Error>> {
    let libraries = Libraries::find()?;
    for (program, error_message) in [
        ("join_by_hand", "no method named `join` found"),
        ("join_without_a_site", "`TenantTx: ConnectionTrait` is not satisfied"),
        ("platform_table_joined", "expected `SiteSide`, found `PlatformSide`"),
        ("connection_taken_out", "[E0616]: field `tx` of struct `TenantTx` is private"),
        ("platform_table_in_a_site", "`stoa_entity::platform::account::Entity: TenantEntity` is not satisfied"),
        ("query_without_a_site", "`TenantTx: ConnectionTrait` is not satisfied"),
        ("site_table_on_the_platform", "`stoa_entity::tenant::order::Entity: PlatformEntity` is not satisfied"),
    ] {
        let said = libraries.error_message(program)?.unwrap_or_default();
        assert!(said.contains(error_message), "{program}: {said}");
    }
    assert_eq!(libraries.error_message("site_table_in_a_site")?, None);
    Ok(())
}
