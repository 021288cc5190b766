//! What a page takes from a theme.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_template::{ParseOptions, PartialSet, Template};

use stoa_document::escape_html;

/// What a page takes from a theme, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThemeSheet {
    /// Folder name.
    pub name: String,
    /// Where templates of the original form find what has a name of its own there; none for our own form.
    pub original: Option<OriginalNames>,
    /// Texts for the engine by the name templates are called by.
    pub templates: BTreeMap<String, String>,
    /// Names of the navigations its templates ask for, in their order.
    pub navigations: Vec<String>,
    /// Addresses of its style sheets in their order.
    pub styles: Vec<String>,
}

/// Names in the data of pages that only themes of the original form know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OriginalNames {
    /// The navigations.
    pub navigations: String,
    /// What the queries of the theme found.
    pub queries: String,
}

/// A theme, ready to draw.
#[derive(Debug)]
pub struct PageTheme {
    pub(crate) name: String,
    pub(crate) original: Option<OriginalNames>,
    pub(crate) navigations: Vec<String>,
    pub(crate) styles: Vec<String>,
    pub(crate) partials: PartialSet,
    templates: Vec<(String, Template)>,
}

/// A style sheet that has no address yet: its text stands in the page instead of the link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// The address that pages link.
    pub address: String,
    /// The text that takes its place; none while the sheet is as published.
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

    /// The template of a name; partials are none.
    pub fn template(&self, name: &str) -> Option<&Template> {
        self.templates.iter().find(|(known, _)| known == name).map(|(_, template)| template)
    }

    /// The templates by name, partials aside.
    pub fn templates(&self) -> impl Iterator<Item = (&str, &Template)> {
        self.templates.iter().map(|(name, template)| (name.as_str(), template))
    }
}

/// A page with the text of a style sheet in the place of its link.
pub fn with_drafted_style(mut html: String, address: &str, text: &str) -> String {
    let link = format!("<link rel=\"stylesheet\" href=\"{}\">", escape_html(address));
    if let Some(start) = html.find(&link) {
        html.replace_range(start..start + link.len(), &format!("<style>{}</style>", text.replace("</", "<\\/")));
    }
    html
}
