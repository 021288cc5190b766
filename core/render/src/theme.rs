//! Themes with their templates parsed, once for the life of the program.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use stoa_site::themes::{BASE, Theme, ThemeLibrary};
use stoa_template::{ParseOptions, PartialSet, Template};

/// The whole HTML document around a page.
pub(crate) const REGION: &str = "site.region";

/// A theme, ready to draw.
#[derive(Debug)]
pub(crate) struct ParsedTheme {
    templates: HashMap<String, Template>,
    pub(crate) partials: PartialSet,
    /// Addresses of its style sheets in their order.
    pub(crate) styles: Vec<String>,
}

/// All themes.
#[derive(Debug)]
pub(crate) struct ParsedThemes {
    themes: HashMap<String, Arc<ParsedTheme>>,
}

impl ParsedThemes {
    pub(crate) fn parse(library: &ThemeLibrary, options: &ParseOptions) -> Self {
        let themes =
            library.iter().map(|theme| (theme.name.clone(), Arc::new(ParsedTheme::parse(theme, library, options))));
        Self { themes: themes.collect() }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<ParsedTheme>> {
        self.themes.get(name).cloned()
    }
}

impl ParsedTheme {
    fn parse(theme: &Theme, library: &ThemeLibrary, options: &ParseOptions) -> Self {
        let mut templates = HashMap::new();
        let mut partials = PartialSet::new();
        for (file, source) in &theme.templates {
            if file.ends_with(".block") {
                partials.insert(file, source);
                continue;
            }
            let template = Template::parse_lenient(source, options);
            for error in template.errors() {
                tracing::warn!(theme = theme.name, template = file, %error, "a template of a theme has an error");
            }
            templates.insert(file.clone(), template);
        }
        let base = library.address(BASE, "assets/blocks.css");
        let own = style_paths(&theme.configuration);
        let own = own.iter().filter_map(|path| library.address(&theme.name, path));
        Self { templates, partials, styles: base.into_iter().chain(own).collect() }
    }

    pub(crate) fn template(&self, name: &str) -> Option<&Template> {
        self.templates.get(name)
    }
}

fn style_paths(configuration: &Value) -> Vec<String> {
    let named = configuration.get("assets").and_then(Value::as_array);
    let named: Vec<String> = named.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let styles: Vec<String> = named.into_iter().filter(|path| path.ends_with(".css")).collect();
    if styles.is_empty() { vec!["assets/site.css".to_owned()] } else { styles }
}
