//! What a package says about its plugin to people.

use serde_json::Value;
use stoa_entity::platform::plugin_package::{PackageFace, PackageTexts};
use stoa_plugin_host::{PackageFiles, PluginInfo};

/// Longest texts of a package in lists, in characters.
const MAX_NAME_LENGTH: usize = 200;
const MAX_SUMMARY_LENGTH: usize = 1_000;
/// Longest tag of a language.
const MAX_LANGUAGE_LENGTH: usize = 35;
/// Languages of a package in lists.
const MAX_LANGUAGES: usize = 100;

/// What a package says about its plugin, and its files without the component.
#[derive(Debug)]
pub struct PackageContents {
    /// Description of the plugin.
    pub info: PluginInfo,
    files: PackageFiles,
}

impl PackageContents {
    /// How a package is shown in lists, by its files. Texts that are too long for a list, or that not every database can
    /// store, are left out: the faces of all packages of a site are read at once.
    #[must_use]
    pub fn face_of(files: &PackageFiles) -> PackageFace {
        let fits = |text: Option<&String>, longest: usize| {
            text.is_none_or(|text| text.chars().count() <= longest && !text.contains('\0'))
        };
        let texts = files.iter().filter_map(|(path, content)| {
            let language = path.strip_prefix("locales/")?.strip_suffix(".json")?;
            let texts: PackageTexts = serde_json::from_slice(content).ok()?;
            let is_short =
                fits(texts.name.as_ref(), MAX_NAME_LENGTH) && fits(texts.summary.as_ref(), MAX_SUMMARY_LENGTH);
            (language.len() <= MAX_LANGUAGE_LENGTH && is_short).then(|| (language.to_owned(), texts))
        });
        PackageFace { has_icon: files.get("icon.svg").is_some(), texts: texts.take(MAX_LANGUAGES).collect() }
    }

    /// Of a plugin, with its files.
    pub(super) fn new(info: PluginInfo, files: PackageFiles) -> Self {
        Self { info, files }
    }

    /// Size of the files in bytes.
    pub(super) fn size(&self) -> u32 {
        let bytes: usize = self.files.iter().map(|(_, content)| content.len()).sum();
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// A file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path)
    }

    /// A file of text.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.file(path)?).ok()
    }

    /// Its readme, Markdown.
    #[must_use]
    pub fn readme(&self) -> Option<&str> {
        self.text("README.md")
    }

    /// Its icon, SVG.
    #[must_use]
    pub fn icon(&self) -> Option<&[u8]> {
        self.file("icon.svg")
    }

    /// Its pictures with their paths, sorted by these.
    #[must_use]
    pub fn pictures(&self) -> Vec<(&str, &[u8])> {
        self.files.iter().filter(|(path, _)| path.starts_with("pictures/")).collect()
    }

    /// Its texts in a language, completed by the English ones.
    #[must_use]
    pub fn texts(&self, language: &str) -> serde_json::Map<String, Value> {
        let read = |tag: &str| {
            let texts = self.text(&format!("locales/{tag}.json")).and_then(|text| serde_json::from_str(text).ok());
            match texts {
                Some(Value::Object(texts)) => texts,
                _ => serde_json::Map::new(),
            }
        };
        let mut texts = read("en");
        let general = language.split('-').next().unwrap_or_default();
        for tag in [general, language] {
            texts.extend(read(tag));
        }
        texts
    }
}
