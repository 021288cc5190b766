//! New projects.

use std::path::{Path, PathBuf};

use crate::files::{read_text, write};
use crate::layout::MANIFEST;
use crate::{AuthorError, Kind, Language, sdk};

/// Files of a project: its path and the content before names are filled in.
type Template = (&'static str, &'static str);

macro_rules! files {
    ($($path:literal from $source:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../templates/", $source)))),+]
    };
}

const COMMON_RUST: &[Template] = files![
    "Cargo.toml" from "common/project.toml",
    ".cargo/config.toml" from "common/cargo-config.toml",
    ".gitignore" from "common/gitignore",
];

const COMMON_JAVASCRIPT: &[Template] = files![
    "jsconfig.json" from "common/js/jsconfig.json",
    ".gitignore" from "common/js/gitignore",
];

const COMMON: &[Template] = files![
    "LICENSE" from "common/LICENSE",
    "README.md" from "common/README.md",
    "DEVELOPMENT.md" from "common/DEVELOPMENT.md",
    "icon.svg" from "common/icon.svg",
];

/// What a manifest says of a plugin with an interpreter.
const INTERPRETED: &str = "\n[limits]\nclass = \"interpreted\"\n";

const BLOCK: &[Template] = files![
    "plugin.toml" from "block/plugin.toml",
    "schema/block.json" from "block/schema/block.json",
    "examples/block.json" from "block/examples/block.json",
    "locales/en.json" from "block/locales/en.json",
    "locales/de.json" from "block/locales/de.json",
    "tests/cases.json" from "block/tests/cases.json",
];

const BLOCK_RUST: &[Template] = files![
    "src/lib.rs" from "block/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const BLOCK_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "block/js/plugin.js",
];

const FORMATTER: &[Template] = files![
    "plugin.toml" from "formatter/plugin.toml",
    "schema/settings.json" from "formatter/schema/settings.json",
    "locales/en.json" from "formatter/locales/en.json",
    "locales/de.json" from "formatter/locales/de.json",
    "tests/cases.json" from "formatter/tests/cases.json",
];

const FORMATTER_RUST: &[Template] = files![
    "src/lib.rs" from "formatter/src/lib.rs",
];

const FORMATTER_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "formatter/js/plugin.js",
];

const PREDICATE: &[Template] = files![
    "plugin.toml" from "predicate/plugin.toml",
    "schema/settings.json" from "predicate/schema/settings.json",
    "locales/en.json" from "predicate/locales/en.json",
    "locales/de.json" from "predicate/locales/de.json",
    "tests/cases.json" from "predicate/tests/cases.json",
];

const PREDICATE_RUST: &[Template] = files![
    "src/lib.rs" from "predicate/src/lib.rs",
];

const PREDICATE_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "predicate/js/plugin.js",
];

const PAYMENTS: &[Template] = files![
    "plugin.toml" from "payments/plugin.toml",
    "schema/settings.json" from "payments/schema/settings.json",
    "locales/en.json" from "payments/locales/en.json",
    "locales/de.json" from "payments/locales/de.json",
    "tests/cases.json" from "payments/tests/cases.json",
];

const PAYMENTS_RUST: &[Template] = files![
    "src/lib.rs" from "payments/src/lib.rs",
    "src/state.rs" from "payments/src/state.rs",
    "src/texts.rs" from "common/texts.rs",
];

const PAYMENTS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "payments/js/plugin.js",
    "src/state.js" from "payments/js/state.js",
];

const INSTALLMENTS: &[Template] = files![
    "plugin.toml" from "installments/plugin.toml",
    "schema/settings.json" from "installments/schema/settings.json",
    "locales/en.json" from "installments/locales/en.json",
    "locales/de.json" from "installments/locales/de.json",
    "tests/cases.json" from "installments/tests/cases.json",
];

const INSTALLMENTS_RUST: &[Template] = files![
    "src/lib.rs" from "installments/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const INSTALLMENTS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "installments/js/plugin.js",
];

const SHIPPING: &[Template] = files![
    "plugin.toml" from "shipping/plugin.toml",
    "schema/settings.json" from "shipping/schema/settings.json",
    "locales/en.json" from "shipping/locales/en.json",
    "locales/de.json" from "shipping/locales/de.json",
    "tests/cases.json" from "shipping/tests/cases.json",
];

const SHIPPING_RUST: &[Template] = files![
    "src/lib.rs" from "shipping/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const SHIPPING_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "shipping/js/plugin.js",
];

const TAXES: &[Template] = files![
    "plugin.toml" from "taxes/plugin.toml",
    "schema/settings.json" from "taxes/schema/settings.json",
    "locales/en.json" from "taxes/locales/en.json",
    "locales/de.json" from "taxes/locales/de.json",
    "tests/cases.json" from "taxes/tests/cases.json",
];

const TAXES_RUST: &[Template] = files![
    "src/lib.rs" from "taxes/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const TAXES_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "taxes/js/plugin.js",
];

const DISCOUNTS: &[Template] = files![
    "plugin.toml" from "discounts/plugin.toml",
    "schema/settings.json" from "discounts/schema/settings.json",
    "locales/en.json" from "discounts/locales/en.json",
    "locales/de.json" from "discounts/locales/de.json",
    "tests/cases.json" from "discounts/tests/cases.json",
];

const DISCOUNTS_RUST: &[Template] = files![
    "src/lib.rs" from "discounts/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const DISCOUNTS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "discounts/js/plugin.js",
];

const QUESTIONS: &[Template] = files![
    "plugin.toml" from "questions/plugin.toml",
    "schema/settings.json" from "questions/schema/settings.json",
    "locales/en.json" from "questions/locales/en.json",
    "locales/de.json" from "questions/locales/de.json",
    "tests/cases.json" from "questions/tests/cases.json",
];

const QUESTIONS_RUST: &[Template] = files![
    "src/lib.rs" from "questions/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const QUESTIONS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "questions/js/plugin.js",
];

const EVENTS: &[Template] = files![
    "plugin.toml" from "events/plugin.toml",
    "schema/settings.json" from "events/schema/settings.json",
    "locales/en.json" from "events/locales/en.json",
    "locales/de.json" from "events/locales/de.json",
    "tests/cases.json" from "events/tests/cases.json",
];

const EVENTS_RUST: &[Template] = files![
    "src/lib.rs" from "events/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const EVENTS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "events/js/plugin.js",
];

const JOBS: &[Template] = files![
    "plugin.toml" from "jobs/plugin.toml",
    "schema/settings.json" from "jobs/schema/settings.json",
    "locales/en.json" from "jobs/locales/en.json",
    "locales/de.json" from "jobs/locales/de.json",
    "tests/cases.json" from "jobs/tests/cases.json",
];

const JOBS_RUST: &[Template] = files![
    "src/lib.rs" from "jobs/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const JOBS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "jobs/js/plugin.js",
];

const PANEL: &[Template] = files![
    "plugin.toml" from "panel/plugin.toml",
    "schema/settings.json" from "panel/schema/settings.json",
    "panels/page.html" from "panel/panels/page.html",
    "locales/en.json" from "panel/locales/en.json",
    "locales/de.json" from "panel/locales/de.json",
    "tests/cases.json" from "panel/tests/cases.json",
];

const PANEL_RUST: &[Template] = files![
    "src/lib.rs" from "panel/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
];

const PANEL_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "panel/js/plugin.js",
];

const ROWS: &[Template] = files![
    "plugin.toml" from "rows/plugin.toml",
    "schema/settings.json" from "rows/schema/settings.json",
    "locales/en.json" from "rows/locales/en.json",
    "locales/de.json" from "rows/locales/de.json",
    "tests/cases.json" from "rows/tests/cases.json",
];

const ROWS_RUST: &[Template] = files![
    "src/lib.rs" from "rows/src/lib.rs",
];

const ROWS_JAVASCRIPT: &[Template] = files![
    "src/plugin.js" from "rows/js/plugin.js",
];

/// Creates a project in `parent` and returns its folder, which is named by the part of `id` after the dot.
///
/// # Errors
/// The id is not of the form `publisher.name`, the folder exists, or a file cannot be written.
pub fn create(parent: &Path, id: &str, kind: Kind, language: Language) -> Result<PathBuf, AuthorError> {
    let names = Names::of(id)?;
    let folder = parent.join(&names.short);
    if folder.exists() {
        return Err(AuthorError::file(&folder, "exists already"));
    }
    let (own, rust, javascript) = match kind {
        Kind::Block => (BLOCK, BLOCK_RUST, BLOCK_JAVASCRIPT),
        Kind::Formatter => (FORMATTER, FORMATTER_RUST, FORMATTER_JAVASCRIPT),
        Kind::Predicate => (PREDICATE, PREDICATE_RUST, PREDICATE_JAVASCRIPT),
        Kind::Payments => (PAYMENTS, PAYMENTS_RUST, PAYMENTS_JAVASCRIPT),
        Kind::Installments => (INSTALLMENTS, INSTALLMENTS_RUST, INSTALLMENTS_JAVASCRIPT),
        Kind::Shipping => (SHIPPING, SHIPPING_RUST, SHIPPING_JAVASCRIPT),
        Kind::Taxes => (TAXES, TAXES_RUST, TAXES_JAVASCRIPT),
        Kind::Discounts => (DISCOUNTS, DISCOUNTS_RUST, DISCOUNTS_JAVASCRIPT),
        Kind::Questions => (QUESTIONS, QUESTIONS_RUST, QUESTIONS_JAVASCRIPT),
        Kind::Events => (EVENTS, EVENTS_RUST, EVENTS_JAVASCRIPT),
        Kind::Jobs => (JOBS, JOBS_RUST, JOBS_JAVASCRIPT),
        Kind::Panel => (PANEL, PANEL_RUST, PANEL_JAVASCRIPT),
        Kind::Rows => (ROWS, ROWS_RUST, ROWS_JAVASCRIPT),
    };
    let (common, code) = match language {
        Language::Rust => (COMMON_RUST, rust),
        Language::JavaScript => (COMMON_JAVASCRIPT, javascript),
    };
    for (path, text) in COMMON.iter().chain(common).chain(own).chain(code) {
        let mut text = names.fill(text);
        if language == Language::JavaScript && *path == MANIFEST {
            text.push_str(INTERPRETED);
        }
        write(&folder.join(path), text.as_bytes())?;
    }
    match language {
        Language::Rust => {
            sdk::write_to(&folder)?;
            write(&folder.join("Cargo.lock"), sdk::lock_file().as_bytes())?;
        }
        Language::JavaScript => {
            sdk::write_scripts_to(&folder)?;
            sdk::write_npm_files_to(&folder, &names.fill("{{crate}}"))?;
        }
    }
    Ok(folder)
}

/// The script of a new block, and the line of the manifest that names it.
const SCRIPT: Template = ("client/block.js", include_str!("../templates/block/client/block.js"));
const EXAMPLE_LINE: &str = "example = \"examples/block.json\"\n";

/// Adds a script to the project of a new block.
///
/// # Errors
/// The project has no block of a new project, or a file cannot be written.
pub fn add_script(project: &Path) -> Result<(), AuthorError> {
    let (path, script) = SCRIPT;
    let manifest = project.join(MANIFEST);
    let text = read_text(&manifest)?;
    if !text.contains(EXAMPLE_LINE) {
        return Err(AuthorError::Argument("only a block can have a script: `--kind block`".to_owned()));
    }
    write(&project.join(path), script.as_bytes())?;
    write(&manifest, text.replacen(EXAMPLE_LINE, &format!("{EXAMPLE_LINE}client = \"{path}\"\n"), 1).as_bytes())
}

/// The names of a project.
struct Names {
    id: String,
    short: String,
}

impl Names {
    fn of(id: &str) -> Result<Self, AuthorError> {
        let label = |text: &str| {
            text.starts_with(|first: char| first.is_ascii_lowercase())
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        match id.split_once('.') {
            // A block or formatter of this name may have 64 characters.
            Some((publisher, name)) if label(publisher) && label(name) && id.len() <= 100 && name.len() <= 64 => {
                Ok(Self { id: id.to_owned(), short: name.to_owned() })
            }
            _ => Err(AuthorError::Argument(format!(
                "`{id}` has to look like publisher.name, in a-z, 0-9 and -, such as acme.opening-hours"
            ))),
        }
    }

    fn fill(&self, text: &str) -> String {
        text.replace("{{id}}", &self.id)
            .replace("{{crate}}", &format!("{}-plugin", self.short))
            .replace("{{entry}}", &self.short)
            .replace("{{formatter}}", &self.short.replace('-', "_"))
            .replace("{{name}}", &self.title())
    }

    /// `opening-hours` gives `Opening hours`.
    fn title(&self) -> String {
        let words = self.short.replace('-', " ");
        let mut letters = words.trim().chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_names() {
        let names = Names::of("acme.opening-hours").unwrap();
        assert_eq!(names.fill("{{id}} {{entry}} {{formatter}}"), "acme.opening-hours opening-hours opening_hours");
        assert_eq!(names.title(), "Opening hours");
        for id in ["hours", "Acme.hours", "acme.", "acme.Ho", "acme.a.b", "acme.a/b", "1.a"] {
            assert!(Names::of(id).is_err(), "{id}");
        }
    }

    #[test]
    fn a_folder_is_not_overwritten() {
        let parent = tempfile::tempdir().unwrap();
        let folder = create(parent.path(), "acme.hours", Kind::Block, Language::Rust).unwrap();
        assert!(folder.join("sdk/wit/0.1.0/stoa-plugin.wit").is_file());
        assert!(folder.join("DEVELOPMENT.md").is_file() && !crate::layout::belongs("DEVELOPMENT.md"));
        assert!(create(parent.path(), "acme.hours", Kind::Block, Language::Rust).is_err());
        add_script(&folder).unwrap();
        let manifest = std::fs::read_to_string(folder.join("plugin.toml")).unwrap();
        assert!(manifest.contains("client = \"client/block.js\"") && folder.join("client/block.js").is_file());
        let other = create(parent.path(), "acme.short", Kind::Formatter, Language::Rust).unwrap();
        assert!(add_script(&other).is_err(), "a formatter has no script");
    }
}
