//! A project of every kind, from `new` to a signed package.

use std::cell::OnceCell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use stoa_plugin_author::{
    Kind, Language, Messages, Outcome, Report, SigningKey, TestReport, WithoutCompiler, build, build_telling, check,
    create, open, pack, test,
};

pub(crate) const SCRIPTS: &str = "author-projects";

/// A folder for projects. What their builds and compilations make is kept in `target`, for other tests and runs.
pub(crate) struct Desk {
    folder: tempfile::TempDir,
    /// Where what is made of scripts is kept.
    scripts: &'static str,
    /// Held while this has the place of projects in Rust.
    lock: OnceCell<File>,
}

impl Desk {
    /// `scripts` is a folder of the repository's `target`: what the host compiles is kept up to a size for each.
    pub(crate) fn new(scripts: &'static str) -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), scripts, lock: OnceCell::new() }
    }

    /// A project in JavaScript. It uses the compiler of plugins/sdk-js if it is installed there; otherwise npm fetches it.
    pub(crate) fn script(&self, id: &str, kind: Kind) -> PathBuf {
        let folder = create(self.folder.path(), id, kind, Language::JavaScript).expect("a project");
        let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk-js/node_modules");
        if let Ok(modules) = modules.canonicalize() {
            std::os::unix::fs::symlink(modules, folder.join("node_modules")).expect("a link");
        }
        share_target(&folder, self.scripts);
        folder
    }

    /// A project in Rust. The builds share the libraries that `cargo xtask plugins` compiles for the bundled plugins: a
    /// new project has the same lock file. They also share the SDK, which is at the same place in all of them.
    pub(crate) fn project(&self, id: &str, kind: Kind) -> PathBuf {
        let desk = shared("author-desk");
        let lock = File::create(desk.with_extension("lock")).expect("a lock");
        lock.lock().expect("the lock");
        self.lock.set(lock).expect("one project of a desk");
        fs::remove_dir_all(&desk).and_then(|()| fs::create_dir(&desk)).expect("an empty folder");
        let folder = desk.join("project");
        fs::rename(create(&desk, id, kind, Language::Rust).expect("a project"), &folder).expect("a name");
        share_target(&folder, "wasm");
        let program = std::env::current_exe().and_then(fs::metadata).expect("this program");
        date(&folder.join("sdk"), program.modified().expect("a time"));
        folder
    }
}

/// Dates all files of a folder. cargo compiles a library again if a file of it is newer than what it compiled before: with
/// the time of this program, which contains the SDK, that is once for all projects.
fn date(folder: &Path, time: SystemTime) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            date(&path, time);
        } else {
            File::options().append(true).open(&path).and_then(|file| file.set_modified(time)).expect("a date");
        }
    }
}

/// Makes the target folder of a project a link to one in the target folder of the repository.
pub(crate) fn share_target(project: &Path, name: &str) {
    std::os::unix::fs::symlink(shared(name), project.join("target")).expect("a link");
}

fn shared(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder.canonicalize().expect("a folder")
}

fn made(folder: &Path) {
    build(folder, WithoutCompiler::Fail, &|step| println!("{step}")).expect("it builds");
}

pub(crate) fn findings(report: &Report) -> Vec<String> {
    report.findings.iter().map(ToString::to_string).collect()
}

pub(crate) fn failures(report: &TestReport) -> Vec<String> {
    let failed = report.results.iter().filter_map(|(name, outcome)| match outcome {
        // Times say nothing on a machine that runs other tests.
        Outcome::Failed(reason) if !name.ends_with(": time") => Some(format!("{name}: {reason}")),
        Outcome::Advice(reason) => Some(format!("{name}: {reason}")),
        _ => None,
    });
    failed.collect()
}

pub(crate) fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("a file");
    assert!(text.contains(from), "{from} in {}", file.display());
    fs::write(file, text.replace(from, to)).expect("a file");
}

fn from_new_to_package(kind: Kind, language: Language) {
    let desk = Desk::new(SCRIPTS);
    let id = format!("acme.my-{}", kind.name());
    let project = match language {
        Language::Rust => desk.project(&id, kind),
        Language::JavaScript => desk.script(&id, kind),
    };
    becomes_a_package(&project, &id, kind, language);
}

/// Builds, checks, tests and packs a project as `stoa plugin new` makes it.
pub(crate) fn becomes_a_package(project: &Path, id: &str, kind: Kind, language: Language) {
    let key = SigningKey::create(&project.with_extension("key")).expect("a key");
    let largest = match language {
        Language::Rust => 400_000,
        Language::JavaScript => 13_000_000,
    };
    made(project);
    let report = check(project).expect("a report");
    assert_eq!(findings(&report), Vec::<String>::new());
    // A hook is told what happens, a panel reads products, a format gets them, a job needs nothing.
    let expected = if matches!(kind, Kind::Events | Kind::Panel | Kind::Rows) { 2 } else { 1 };
    assert_eq!(report.permissions.len(), expected, "{:?}", report.permissions);
    assert!(report.component_bytes < largest, "{}", report.component_bytes);
    let tests = test(project).expect("a report");
    assert_eq!(failures(&tests), Vec::<String>::new());
    assert!(tests.results.iter().any(|(name, _)| name.starts_with("case: ")));
    let packed = pack(project, &key).expect("a package");
    let package = open(&fs::read(&packed).expect("bytes"), Some(&key.public())).expect("it is ours");
    assert_eq!(package.id, id);
    assert!(package.files.iter().any(|file| file.path == "locales/de.json"));
    assert!(!package.files.iter().any(|file| file.path.starts_with("src/")));
}

// Those of the other kinds in Rust are the first part of their tutorials.

#[test]
fn a_panel_in_javascript_from_new_to_package() {
    from_new_to_package(Kind::Panel, Language::JavaScript);
}

/// The other kinds in JavaScript are those of the tutorials.
#[test]
fn a_block_in_javascript_from_new_to_package() {
    from_new_to_package(Kind::Block, Language::JavaScript);
}

#[test]
fn a_mistake_in_a_script_is_shown_with_its_place() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.slip", Kind::Block);
    let source = project.join("src/plugin.js");
    edit(&source, "const from = member(day, \"from\");", "const from = day.opening.from;");
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("TypeError") && line.contains("src/plugin.js:")), "{failed:#?}");
    edit(&source, "const from = day.opening.from;", "const = 1;");
    let error = build_telling(&project, WithoutCompiler::Fail, Messages::Error, &|_| {}).expect_err("a mistake");
    assert!(error.to_string().contains("src/plugin.js:25:"), "{error}");
}

#[test]
fn mistakes_are_found_with_file_and_line() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.project("acme.mistakes", Kind::Block);
    made(&project);
    let found = |wanted: &str| {
        let found = findings(&check(&project).expect("a report"));
        assert!(found.iter().any(|line| line.contains(wanted)), "{wanted}: {found:#?}");
    };
    for (file, from, to, wanted) in [
        ("plugin.toml", "api = \"0.1\"", "api = \"9.9\"", "plugin.toml:4: error: plugin.api is `9.9`"),
        ("plugin.toml", "name = \"mistakes\"", "name = \"Mis takes\"", "plugin.toml:12: error: "),
        (
            "plugin.toml",
            "[[provides]]",
            "[[provides]]\nkind = \"formatter\"\nnames = [\"x\"]\n[[provides]]",
            "plugin.wasm: error: plugin.toml declares formatters, which the component does not export: add the kind",
        ),
        (
            "plugin.toml",
            "settings_schema = \"schema/block.json\"\n",
            "",
            "plugin.toml:11: error: provides 1, `block`: missing field `settings_schema`",
        ),
        (
            "plugin.toml",
            "example = ",
            "exampel = 1\nexample = ",
            "plugin.toml:15: warning: provides.exampel is ignored",
        ),
        ("plugin.toml", "license = ", "mood = \"good\"\nlicense = ", "plugin.toml:7: warning: plugin.mood is ignored"),
        (
            "plugin.toml",
            "component = \"plugin.wasm\"",
            "component = \"plugin.wasm\"\n[permissions]\nhttp = [\"https://a.example\"]",
            "plugin.toml:10: warning: the permission `http` is not used",
        ),
        (
            "schema/block.json",
            "\"type\": \"array\"",
            "\"type\": \"list\"",
            "schema/block.json:9: error: `type` has to be one of",
        ),
        ("schema/block.json", "\"maxItems\": 14,", "\"maxItems\": 14", "schema/block.json:"),
        ("schema/block.json", "\"maxItems\": 14", "\"pattern\": \"x\"", "schema/block.json:11: warning: `pattern`"),
        (
            "examples/block.json",
            "\"Saturday\"",
            "7",
            "examples/block.json:5: error: /hours/1/day has to be of type string",
        ),
        ("locales/de.json", "{timezone}", "{zone}", "locales/de.json:6: error: `timezone` has other placeholders"),
        ("icon.svg", "<svg", "<svg onload=\"x\"><script/", "icon.svg: error: contains a script"),
    ] {
        let path = project.join(file);
        let original = fs::read_to_string(&path).expect("a file");
        edit(&path, from, to);
        found(wanted);
        fs::write(&path, original).expect("a file");
    }
    fs::remove_file(project.join("dist/plugin/acme.mistakes/plugin.wasm")).expect("a component");
    found("plugin.wasm: error: is not built");
}

#[test]
fn a_trap_and_an_endless_loop_fail_the_kit() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.project("acme.bad", Kind::Formatter);
    let source = project.join("src/lib.rs");
    edit(&source, "_ => return Err(invalid_input(\"bad takes text\")),", "_ => panic!(\"only text\"),");
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("any value: the input Boolean(true): trapped")), "{failed:#?}");
    assert!(failed.iter().any(|line| line.contains("src/lib.rs")), "the panic is shown with its place: {failed:#?}");
    edit(&source, "_ => panic!(\"only text\"),", "_ => loop {},");
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("timed out after 20 ms")), "{failed:#?}");
}

// spec: plugins.blocks.varies
#[test]
fn what_pages_do_not_allow_is_found() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.project("acme.unsafe", Kind::Block);
    edit(&project.join("src/lib.rs"), "escape_html(&heading),", "heading,");
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("is not escaped")), "{failed:#?}");
    edit(&project.join("src/lib.rs"), "vary_on: Vec::new()", "vary_on: vec![\"login\".to_owned()]");
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("`login`, which no block knows")), "{failed:#?}");
}

#[test]
fn a_refund_that_is_made_twice_is_found() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.project("acme.greedy", Kind::Payments);
    edit(
        &project.join("src/state.rs"),
        "if let Some(known) = self.refunds.get(key)",
        "if let Some(known) = self.refunds.get(\"\")",
    );
    edit(
        &project.join("src/state.rs"),
        "self.refunds.insert(key.to_owned(),",
        "self.refunds.insert(format!(\"{}{key}\", self.refunds.len()),",
    );
    made(&project);
    let failed = failures(&test(&project).expect("a report"));
    assert!(failed.iter().any(|line| line.contains("was made twice")), "{failed:#?}");
}
