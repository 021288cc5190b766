use std::collections::HashMap;
use std::sync::Arc;

use stoa_site::themes::{BASE, Place, Theme, ThemeLibrary, custom_properties};
use stoa_template::{ParseOptions, PartialSet, Template, TemplateError};

use super::findings;

/// Style sheet of the blocks; the base theme's, unless a site has one of its own.
const BLOCK_STYLES: &str = "assets/blocks.css";

/// A theme, ready to draw.
#[derive(Debug)]
pub(crate) struct ParsedTheme {
    theme: Theme,
    templates: HashMap<String, Template>,
    pub(crate) partials: PartialSet,
    /// Addresses of its style sheets in their order.
    pub(crate) styles: Vec<String>,
    /// Its settings as one rule of a style sheet; empty when it has none.
    pub(crate) properties: String,
}

/// All themes, parsed once for the life of the program.
#[derive(Debug)]
pub(crate) struct ParsedThemes {
    themes: HashMap<String, Arc<ParsedTheme>>,
}

impl ParsedThemes {
    pub(crate) fn parse(library: &ThemeLibrary, options: &ParseOptions) -> Self {
        for (theme, problem) in library.problems() {
            tracing::warn!(
                theme,
                template = problem.file,
                line = problem.line,
                "a theme has a problem: {}",
                problem.message
            );
        }
        let themes = library.iter().map(|theme| {
            let parsed = ParsedTheme::parse(theme.clone(), library, options);
            parsed.report();
            (theme.name.clone(), Arc::new(parsed))
        });
        Self { themes: themes.collect() }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<ParsedTheme>> {
        self.themes.get(name).cloned()
    }
}

impl ParsedTheme {
    pub(crate) fn parse(theme: Theme, library: &ThemeLibrary, options: &ParseOptions) -> Self {
        let mut templates = HashMap::new();
        let mut partials = PartialSet::new();
        for (name, file) in &theme.templates {
            if name.ends_with(".block") {
                partials.insert(name, &file.source);
            } else {
                templates.insert(name.clone(), Template::parse_lenient(&file.source, options));
            }
        }
        let base = theme.address(BLOCK_STYLES).or_else(|| library.address(BASE, BLOCK_STYLES));
        let own = theme.configuration.styles.iter().filter_map(|path| theme.address(path));
        let styles = base.into_iter().chain(own).collect();
        let properties = custom_properties(&theme.configuration.settings);
        Self { theme, templates, partials, styles, properties }
    }

    fn report(&self) {
        for (name, template) in &self.templates {
            for error in template.errors() {
                tracing::warn!(
                    theme = self.theme.name,
                    template = name,
                    %error,
                    "a template of a theme has an error"
                );
            }
        }
    }

    /// The theme it was made of.
    pub(crate) fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The template of a name.
    pub(crate) fn template(&self, name: &str) -> Option<&Template> {
        self.templates.get(name)
    }

    /// File of an error of the template `name` or of a partial it calls, and the place in that file.
    pub(crate) fn place(&self, name: &str, error: &TemplateError) -> (String, Place) {
        findings::place(&self.theme, name, error)
    }
}
