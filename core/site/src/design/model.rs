use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_document::Schema;
use stoa_kernel::error::Checks;

use crate::SiteError;
use crate::themes::{Theme, ThemeLibrary, custom_properties, preloaded_fonts};

/// Most characters of a site's own style rules.
pub const MAX_CSS: usize = 100_000;

/// How a site looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// Folder name of the theme.
    pub theme: String,
    /// The site's own values by theme and name of the setting; what is left out has the theme's default.
    #[serde(default)]
    pub values: BTreeMap<String, Map<String, Value>>,
    /// Style rules of the site, after all others.
    #[serde(default)]
    pub css: String,
}

/// What a design lays over one theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Own values by name of the setting.
    pub values: Map<String, Value>,
    /// Style rules of the site.
    pub css: String,
}

impl Design {
    /// Puts colours into one form and tells what is wrong, under `theme`, `css` or `values.<theme>.<setting>`.
    pub(super) fn checked(mut self, themes: &ThemeLibrary) -> Result<Self, SiteError> {
        let mut checks = Checks::default();
        checks.require(themes.names().contains(&self.theme.as_str()), "theme", "There is no theme of this name.");
        let length = self.css.chars().count();
        checks.require(length <= MAX_CSS, "css", format!("Use at most {MAX_CSS} characters."));
        for (theme, values) in &mut self.values {
            let schema = themes.get(theme).and_then(|theme| Schema::from_json(&theme.configuration.schema).ok());
            let Some(schema) = schema else {
                checks.require(values.is_empty(), &format!("values.{theme}"), "This theme has no settings.");
                continue;
            };
            schema.for_each_formatted(values, &mut |format, text| {
                if format == "color" && !text.is_empty() && !text.starts_with('#') {
                    text.insert(0, '#');
                }
            });
            for (setting, message) in schema.problems(values).into_map() {
                checks.require(false, &format!("values.{theme}.{setting}"), message);
            }
        }
        checks.finish()?;
        Ok(self)
    }

    /// What it lays over a theme.
    pub fn look(&self, theme: &str) -> Look {
        Look { values: self.values.get(theme).cloned().unwrap_or_default(), css: self.css.clone() }
    }
}

impl Look {
    /// The rules that follow a theme's style sheets: its settings as custom properties, then the site's own. The text
    /// cannot end the element it stands in.
    pub fn rules(&self, theme: &Theme) -> String {
        let mut rules = custom_properties(&theme.configuration.settings, &self.values);
        if !self.css.trim().is_empty() {
            rules.push('\n');
            rules.push_str(&self.css.replace("</", "<\\/"));
        }
        rules
    }

    /// Addresses of the fonts that pages ask for before their style sheets are read, as those name them. A font that
    /// the folder does not hold is left out.
    pub fn fonts(&self, theme: &Theme) -> Vec<String> {
        let fonts = preloaded_fonts(&theme.configuration.settings, &self.values).into_iter();
        fonts
            .filter(|path| theme.files.contains_key(*path))
            .map(|path| format!("/themes/{}/{path}", theme.name))
            .collect()
    }
}
