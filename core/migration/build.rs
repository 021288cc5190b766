//! Lists the migrations from the files of their folders, in the order of names: a script alone (`.sql`), or a module
//! (`.rs`) beside its script.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders below `src`, and whether their tables belong to sites.
const FOLDERS: [(&str, bool); 3] = [("platform", false), ("tenant", true), ("analytics", true)];

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = env::var("CARGO_MANIFEST_DIR")?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (folder, of_sites) in FOLDERS {
        println!("cargo::rerun-if-changed=src/{folder}");
        let code = listed(&Path::new(&manifest).join("src").join(folder), of_sites)?;
        fs::write(out.join(format!("{folder}.rs")), code)?;
    }
    Ok(())
}

/// The code of a folder: a module for each migration, and the function that returns all of them.
fn listed(folder: &Path, of_sites: bool) -> Result<String, Box<dyn Error>> {
    // A module replaces the script of the same name, which it runs itself.
    let mut migrations: BTreeMap<String, PathBuf> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a file name is not UTF-8")?.to_owned();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => {
                migrations.insert(name, path);
            }
            Some("sql") => {
                migrations.entry(name).or_insert(path);
            }
            _ => {}
        }
    }
    let mut code = String::new();
    for (name, path) in &migrations {
        if path.extension().is_some_and(|extension| extension == "rs") {
            writeln!(code, "#[path = {path:?}]\nmod {name};")?;
        } else {
            writeln!(code, "mod {name} {{\n    crate::script::script_alone!({name:?}, {path:?}, {of_sites});\n}}")?;
        }
    }
    code.push_str("\npub(crate) fn all() -> Vec<Box<dyn sea_orm_migration::MigrationTrait>> {\n    vec![\n");
    for name in migrations.keys() {
        writeln!(code, "        Box::new({name}::Migration),")?;
    }
    code.push_str("    ]\n}\n");
    Ok(code)
}
