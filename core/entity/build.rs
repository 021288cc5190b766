//! Lists the tables from the files of `src/tenant`, `src/platform` and `src/analytics`: a
//! file is an entity, and folders only group them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Deleted last, since triggers write its row again when rows of other tables are deleted.
const LAST: &str = "shop_stamp";

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = env::var("CARGO_MANIFEST_DIR")?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for set in ["platform", "tenant", "analytics"] {
        println!("cargo::rerun-if-changed=src/{set}");
        let mut files = BTreeMap::new();
        find(&Path::new(&manifest).join("src").join(set), &mut files)?;
        let mut modules = String::new();
        for (name, path) in &files {
            writeln!(modules, "#[path = {path:?}]\npub mod {name};")?;
        }
        fs::write(out.join(format!("{set}.rs")), modules)?;
        let (last, mut names): (Vec<&str>, Vec<&str>) =
            files.keys().map(String::as_str).partition(|name| *name == LAST);
        names.extend(last);
        fs::write(out.join(format!("{set}_tables.rs")), format!("{set}_tables! {{ {} }}\n", names.join(" ")))?;
    }
    Ok(())
}

/// Adds the entities of a folder and of the folders in it.
fn find(folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a file name is not UTF-8")?.to_owned();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && name != "mod"
            && let Some(other) = files.insert(name, path.clone())
        {
            return Err(format!("{} and {} have the same name", other.display(), path.display()).into());
        }
    }
    Ok(())
}
