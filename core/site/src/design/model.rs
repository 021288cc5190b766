//! A design, and the check of its values.

use serde_json::{Map, Value};
use stoa_document::Schema;
pub use stoa_entity::tenant::site_design::Design;
use stoa_kernel::error::Checks;

use crate::SiteError;
use crate::contributor_texts;
use crate::themes::{Theme, ThemeLibrary, custom_properties, preloaded_fonts};

/// Maximum length of a site's custom CSS, in characters.
pub const MAX_CSS: usize = 100_000;

/// The part of a design that applies to one theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeDesign {
    /// Values by name of the setting.
    pub values: Map<String, Value>,
    /// Custom CSS of the site.
    pub css: String,
}

/// Normalises the colours of a design and reports errors under `theme`, `css` or `values.<theme>.<setting>`.
pub(super) fn checked(mut design: Design, themes: &ThemeLibrary) -> Result<Design, SiteError> {
    let mut checks = Checks::default();
    checks.require(
        themes.names().contains(&design.theme.as_str()),
        "theme",
        contributor_texts::THERE_IS_NO_THEME_OF_THIS_NAME,
    );
    let length = design.css.chars().count();
    checks.require(
        length <= MAX_CSS,
        "css",
        stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_CSS).to_string(),
    );
    for (theme, values) in &mut design.values {
        let schema = themes.get(theme).and_then(|theme| Schema::from_json(&theme.configuration.schema).ok());
        let Some(schema) = schema else {
            checks.require(
                values.is_empty(),
                &format!("values.{theme}"),
                contributor_texts::THIS_THEME_HAS_NO_SETTINGS,
            );
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
    Ok(design)
}

/// Normalises and checks values of settings of one theme.
///
/// # Errors
/// [`SiteError::Invalid`] as with a whole design.
pub(crate) fn checked_values(
    themes: &ThemeLibrary,
    theme: &str,
    values: Map<String, Value>,
) -> Result<Map<String, Value>, SiteError> {
    let design = Design { theme: theme.to_owned(), values: [(theme.to_owned(), values)].into(), ..Design::default() };
    Ok(checked(design, themes)?.values.remove(theme).unwrap_or_default())
}

/// The part of a design that applies to a theme.
pub fn look(design: &Design, theme: &str) -> ThemeDesign {
    ThemeDesign { values: design.values.get(theme).cloned().unwrap_or_default(), css: design.css.clone() }
}

impl ThemeDesign {
    /// The CSS that follows a theme's style sheets: its settings as custom properties, then the custom CSS. Escaped, so
    /// that it cannot close the element that contains it.
    pub fn rules(&self, theme: &Theme) -> String {
        let mut rules = custom_properties(&theme.configuration.settings, &self.values);
        if !self.css.trim().is_empty() {
            rules.push('\n');
            rules.push_str(&self.css.replace("</", "<\\/"));
        }
        rules
    }

    /// URLs of the fonts that pages preload, as the style sheets refer to them. Fonts that are not in the folder are
    /// left out.
    pub fn fonts(&self, theme: &Theme) -> Vec<String> {
        let fonts = preloaded_fonts(&theme.configuration.settings, &self.values).into_iter();
        fonts
            .filter(|path| theme.files.contains_key(*path))
            .map(|path| format!("/themes/{}/{path}", theme.name))
            .collect()
    }
}
