//! The bundled plugins pass what every plugin has to pass, and their own cases.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use stoa_plugin_author::{Outcome, Severity, bench, check, test};

use crate::project::share_target;

/// Folders of the sources and of what is built of them.
const RUST: (&str, &str) = ("bundled", "plugins");
const JAVASCRIPT: (&str, &str) = ("bundled-js", "plugins-js");

/// The plugins that `cargo xtask plugins` built; those in Rust may be in the folder that `STOA_PLUGIN_DIR` names.
fn built(name: &str) -> PathBuf {
    let named = std::env::var_os("STOA_PLUGIN_DIR").filter(|_| name == RUST.1);
    let folder = named.map_or_else(|| repository().join("target").join(name), PathBuf::from);
    assert!(folder.is_dir(), "no plugins in {}: run `cargo xtask plugins`", folder.display());
    folder
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The projects of the bundled plugins, by id.
fn sources(workspace: &str) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(repository().join("plugins").join(workspace)).expect("projects") {
        let folder = entry.expect("a project").path();
        let Ok(manifest) = fs::read_to_string(folder.join("plugin.toml")) else { continue };
        let id = manifest.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).expect("an id");
        found.insert(id.to_owned(), folder);
    }
    found
}

/// A project as it is after `stoa plugin build`. What the host compiles is kept for later runs.
fn project(id: &str, source: &Path, built: &Path, desk: &Path) -> PathBuf {
    let project = desk.join(id);
    for part in ["", "schema", "examples", "locales", "panels", "client", "tests"] {
        let from = source.join(part);
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
    share_target(&project, "author-projects");
    let dist = project.join("dist/plugin").join(id);
    fs::create_dir_all(&dist).expect("a folder");
    fs::copy(built.join(id).join("plugin.wasm"), dist.join("plugin.wasm")).expect("the component");
    project
}

/// Runs kit, cases and checks for one plugin.
fn pass(id: &str, source: &Path, built: &Path) {
    let desk = tempfile::tempdir().expect("a folder");
    let project = project(id, source, built, desk.path());
    let report = test(&project).expect("a report");
    let failed: Vec<String> = report
        .results
        .iter()
        .filter_map(|(name, outcome)| match outcome {
            Outcome::Failed(reason) if !name.ends_with(": time") => Some(format!("{name}: {reason}")),
            _ => None,
        })
        .collect();
    assert_eq!(failed, Vec::<String>::new(), "{id}");
    let found = check(&project).expect("a report");
    let errors: Vec<String> =
        found.findings.iter().filter(|finding| finding.severity == Severity::Error).map(ToString::to_string).collect();
    assert_eq!(errors, Vec::<String>::new(), "{id}");
}

/// The same for one of those in JavaScript. Each has a test of its own, since its interpreter takes long to compile.
fn javascript_passes(id: &str) {
    let sources = sources(JAVASCRIPT.0);
    pass(id, sources.get(id).expect("a project"), &built(JAVASCRIPT.1));
}

#[test]
fn bundled_plugins_pass_the_kit() {
    let (sources, built) = (sources(RUST.0), built(RUST.1));
    sources.iter().for_each(|(id, source)| pass(id, source, &built));
    assert!(sources.len() >= 17, "{} plugins", sources.len());
}

#[test]
fn calls_of_hooks_panels_and_files_are_timed() {
    let (sources, built) = (sources(RUST.0), built(RUST.1));
    let desk = tempfile::tempdir().expect("a folder");
    for (id, kinds) in [
        ("stoa.webhooks", &["event"][..]),
        ("stoa.sales-by-tag", &["panel"][..]),
        ("stoa.merchantfeed", &["read", "write"][..]),
    ] {
        let project = project(id, sources.get(id).expect("a project"), &built, desk.path());
        let report = bench(&project).expect("a report");
        for kind in kinds {
            let mut timed = report.calls.iter().filter(|call| call.kind == *kind).peekable();
            assert!(timed.peek().is_some(), "{id}: {kind}");
            assert!(timed.all(|call| call.cold.calls > 0 && call.warm.is_none()), "{id}: {kind}");
        }
        assert!(report.calls.iter().any(|call| call.memory_bytes > 0), "{report:?}");
    }
}

#[test]
fn questions_in_javascript_pass_the_kit() {
    javascript_passes("stoa.faq");
}

#[test]
fn comparison_in_javascript_passes_the_kit() {
    javascript_passes("stoa.beforeafter");
}

#[test]
fn chat_in_javascript_passes_the_kit() {
    javascript_passes("stoa.chat");
}

// spec: plugins.settings.migration, plugins.blocks.migration
#[test]
fn settings_of_earlier_versions_are_tested() {
    let desk = tempfile::tempdir().expect("a folder");
    let source = repository().join("plugins/tests/moved-settings");
    let project = project("test.settings", &source, &built("plugins-hostile"), desk.path());
    let report = test(&project).expect("a report");
    for name in [
        "settings of earlier versions: whatever was saved",
        "settings of earlier versions: the same settings",
        "case: words of a minute become those of an hour",
        "case: what cannot be converted is said",
        "block weekly-hours: settings of earlier versions: whatever was saved",
        "block weekly-hours: settings of earlier versions: the same settings",
        "case: the hours of a block become those of a day",
        "case: hours of a block that cannot be converted are said",
    ] {
        let found = report.results.iter().find(|(known, _)| known == name);
        assert_eq!(found.map(|(_, outcome)| outcome), Some(&Outcome::Passed), "{name}");
    }
}
