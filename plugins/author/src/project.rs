//! New projects.

use std::path::{Path, PathBuf};

use crate::files::write;
use crate::{AuthorError, Kind, sdk};

/// Files of a project: its path and the content before names are filled in.
type Template = (&'static str, &'static str);

macro_rules! files {
    ($($path:literal from $source:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../templates/", $source)))),+]
    };
}

const COMMON: &[Template] = files![
    "Cargo.toml" from "common/project.toml",
    ".cargo/config.toml" from "common/cargo-config.toml",
    ".gitignore" from "common/gitignore",
    "LICENSE" from "common/LICENSE",
    "README.md" from "common/README.md",
    "icon.svg" from "common/icon.svg",
];

const BLOCK: &[Template] = files![
    "plugin.toml" from "block/plugin.toml",
    "schema/block.json" from "block/schema/block.json",
    "examples/block.json" from "block/examples/block.json",
    "locales/en.json" from "block/locales/en.json",
    "locales/de.json" from "block/locales/de.json",
    "src/lib.rs" from "block/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "block/tests/cases.json",
];

const FORMATTER: &[Template] = files![
    "plugin.toml" from "formatter/plugin.toml",
    "schema/settings.json" from "formatter/schema/settings.json",
    "locales/en.json" from "formatter/locales/en.json",
    "locales/de.json" from "formatter/locales/de.json",
    "src/lib.rs" from "formatter/src/lib.rs",
    "tests/cases.json" from "formatter/tests/cases.json",
];

const PAYMENTS: &[Template] = files![
    "plugin.toml" from "payments/plugin.toml",
    "schema/settings.json" from "payments/schema/settings.json",
    "locales/en.json" from "payments/locales/en.json",
    "locales/de.json" from "payments/locales/de.json",
    "src/lib.rs" from "payments/src/lib.rs",
    "src/state.rs" from "payments/src/state.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "payments/tests/cases.json",
];

const INSTALLMENTS: &[Template] = files![
    "plugin.toml" from "installments/plugin.toml",
    "schema/settings.json" from "installments/schema/settings.json",
    "locales/en.json" from "installments/locales/en.json",
    "locales/de.json" from "installments/locales/de.json",
    "src/lib.rs" from "installments/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "installments/tests/cases.json",
];

const SHIPPING: &[Template] = files![
    "plugin.toml" from "shipping/plugin.toml",
    "schema/settings.json" from "shipping/schema/settings.json",
    "locales/en.json" from "shipping/locales/en.json",
    "locales/de.json" from "shipping/locales/de.json",
    "src/lib.rs" from "shipping/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "shipping/tests/cases.json",
];

const TAXES: &[Template] = files![
    "plugin.toml" from "taxes/plugin.toml",
    "schema/settings.json" from "taxes/schema/settings.json",
    "locales/en.json" from "taxes/locales/en.json",
    "locales/de.json" from "taxes/locales/de.json",
    "src/lib.rs" from "taxes/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "taxes/tests/cases.json",
];

const DISCOUNTS: &[Template] = files![
    "plugin.toml" from "discounts/plugin.toml",
    "schema/settings.json" from "discounts/schema/settings.json",
    "locales/en.json" from "discounts/locales/en.json",
    "locales/de.json" from "discounts/locales/de.json",
    "src/lib.rs" from "discounts/src/lib.rs",
    "src/texts.rs" from "common/texts.rs",
    "tests/cases.json" from "discounts/tests/cases.json",
];

/// Creates a project in `parent` and returns its folder, which is named by the part of `id` after the dot.
///
/// # Errors
/// The id is not of the form `publisher.name`, the folder exists, or a file cannot be written.
pub fn create(parent: &Path, id: &str, kind: Kind) -> Result<PathBuf, AuthorError> {
    let names = Names::of(id)?;
    let folder = parent.join(&names.short);
    if folder.exists() {
        return Err(AuthorError::file(&folder, "exists already"));
    }
    let own = match kind {
        Kind::Block => BLOCK,
        Kind::Formatter => FORMATTER,
        Kind::Payments => PAYMENTS,
        Kind::Installments => INSTALLMENTS,
        Kind::Shipping => SHIPPING,
        Kind::Taxes => TAXES,
        Kind::Discounts => DISCOUNTS,
    };
    for (path, text) in COMMON.iter().chain(own) {
        write(&folder.join(path), names.fill(text).as_bytes())?;
    }
    sdk::write_to(&folder)?;
    write(&folder.join("Cargo.lock"), sdk::lock_file().as_bytes())?;
    Ok(folder)
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
        let folder = create(parent.path(), "acme.hours", Kind::Block).unwrap();
        assert!(folder.join("sdk/wit/0.1.0/stoa-plugin.wit").is_file());
        assert!(create(parent.path(), "acme.hours", Kind::Block).is_err());
    }
}
