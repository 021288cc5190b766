//! The bundled plugins pass what every plugin has to pass.

use std::fs;
use std::path::{Path, PathBuf};

use stoa_plugin_author::{Outcome, test};

/// The plugins that `cargo xtask plugins` built, or the folder that `STOA_PLUGIN_DIR` names.
fn built() -> PathBuf {
    let folder = std::env::var_os("STOA_PLUGIN_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins"), PathBuf::from);
    assert!(folder.is_dir(), "no plugins in {}: run `cargo xtask plugins`", folder.display());
    folder
}

/// A project as it is after `stoa plugin build`.
fn project(plugin: &Path, desk: &Path) -> PathBuf {
    let id = plugin.file_name().expect("a name");
    let project = desk.join(id);
    for part in ["", "schema", "examples"] {
        let from = plugin.join(part);
        if !from.is_dir() {
            continue;
        }
        fs::create_dir_all(project.join(part)).expect("a folder");
        for entry in fs::read_dir(&from).expect("files") {
            let path = entry.expect("a file").path();
            if path.is_file() {
                fs::copy(&path, project.join(part).join(path.file_name().expect("a name"))).expect("a copy");
            }
        }
    }
    let dist = project.join("dist/plugin").join(id);
    fs::create_dir_all(&dist).expect("a folder");
    fs::rename(project.join("plugin.wasm"), dist.join("plugin.wasm")).expect("the component");
    project
}

#[test]
fn bundled_plugins_pass_the_kit() {
    let desk = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for entry in fs::read_dir(built()).expect("plugins") {
        let project = project(&entry.expect("a plugin").path(), desk.path());
        let report = test(&project).expect("a report");
        let failed: Vec<String> = report
            .results
            .iter()
            .filter_map(|(name, outcome)| match outcome {
                Outcome::Failed(reason) if !name.ends_with(": time") => Some(format!("{name}: {reason}")),
                _ => None,
            })
            .collect();
        assert_eq!(failed, Vec::<String>::new(), "{}", project.display());
        count += 1;
    }
    assert!(count >= 6, "{count} plugins");
}
