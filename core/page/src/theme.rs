//! The part of a theme that pages use.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_template::{ParseOptions, PartialSet, Template};

use stoa_document::escape_html;

/// The part of a theme that pages use, serialized.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThemeSheet {
    /// Its folder name.
    pub name: String,
    /// Base path for named files in templates of the original form; none for Stoa's own form.
    pub original: Option<OriginalNames>,
    /// Sources for the engine, by the name that templates are called by.
    pub templates: BTreeMap<String, String>,
    /// Names of the navigations in its templates, in order.
    pub navigations: Vec<String>,
    /// URLs of its style sheets in order.
    pub styles: Vec<String>,
}

/// Keys in page data for themes of the original form only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OriginalNames {
    /// The navigations.
    pub navigations: String,
    /// Results of the theme's queries.
    pub queries: String,
    /// The rendered areas of blocks, by id.
    pub areas: String,
}

/// A theme, ready to render.
#[derive(Debug)]
pub struct PageTheme {
    pub(crate) name: String,
    pub(crate) original: Option<OriginalNames>,
    pub(crate) navigations: Vec<String>,
    pub(crate) styles: Vec<String>,
    pub(crate) partials: PartialSet,
    templates: Vec<(String, Template)>,
}

/// A style sheet without a URL yet: its text is inlined into the page instead of the link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// The URL in the page's link.
    pub address: String,
    /// The text that replaces the link; none while the sheet is unchanged.
    pub text: Option<String>,
}

impl PageTheme {
    /// A theme without templates.
    pub(crate) fn new(
        name: String,
        original: Option<OriginalNames>,
        navigations: Vec<String>,
        styles: Vec<String>,
    ) -> Self {
        Self { name, original, navigations, styles, partials: PartialSet::new(), templates: Vec::new() }
    }

    /// Parses all templates.
    pub fn parse(sheet: &ThemeSheet, options: &ParseOptions) -> Self {
        let (original, navigations) = (sheet.original.clone(), sheet.navigations.clone());
        let mut theme = Self::new(sheet.name.clone(), original, navigations, sheet.styles.clone());
        for (name, text) in &sheet.templates {
            theme.put(name, text, options);
        }
        theme
    }

    /// Adds or replaces a template.
    pub(crate) fn put(&mut self, name: &str, text: &str, options: &ParseOptions) {
        if name.ends_with(".block") {
            self.partials.insert(name, text);
        } else {
            self.templates.retain(|(known, _)| known != name);
            self.templates.push((name.to_owned(), Template::parse_lenient(text, options)));
        }
    }

    /// The template of a name, other than a partial.
    pub fn template(&self, name: &str) -> Option<&Template> {
        self.templates.iter().find(|(known, _)| known == name).map(|(_, template)| template)
    }

    /// The templates by name, without partials.
    pub fn templates(&self) -> impl Iterator<Item = (&str, &Template)> {
        self.templates.iter().map(|(name, template)| (name.as_str(), template))
    }
}

/// A page with the text of a style sheet in place of its link.
pub fn with_drafted_style(mut html: String, address: &str, text: &str) -> String {
    let link = format!("<link rel=\"stylesheet\" href=\"{}\">", escape_html(address));
    if let Some(start) = html.find(&link) {
        html.replace_range(start..start + link.len(), &format!("<style>{}</style>", text.replace("</", "<\\/")));
    }
    html
}
