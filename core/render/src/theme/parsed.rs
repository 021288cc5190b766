//! Themes that are parsed, ready to render.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use stoa_page::{OriginalNames, PageTheme, ThemeSheet};
use stoa_site::themes::{AREAS, BASE, Form, NAVIGATIONS, QUERIES, TextPosition, Theme, ThemeLibrary};
use stoa_template::ParseOptions;

/// Style sheet of the blocks; the base theme's, unless the site has customized it.
const BLOCK_STYLES: &str = "assets/blocks.css";

/// A theme, ready to render.
#[derive(Debug)]
pub(crate) struct ParsedTheme {
    theme: Theme,
    /// The part that pages use.
    pub(crate) page: PageTheme,
    /// URLs of its style sheets in order.
    styles: Vec<String>,
}

/// All themes. A built-in one is parsed by the first page that needs it: most programs show one or two of them.
#[derive(Debug)]
pub(crate) struct ParsedThemes {
    library: Arc<ThemeLibrary>,
    options: ParseOptions,
    themes: HashMap<String, OnceLock<Arc<ParsedTheme>>>,
}

impl ParsedThemes {
    /// Themes that the operator has added are parsed now, so that the log tells at the start what is wrong with them.
    pub(crate) fn new(library: Arc<ThemeLibrary>, options: ParseOptions) -> Self {
        for (theme, problem) in library.problems() {
            tracing::warn!(
                theme,
                template = problem.file,
                line = problem.line,
                "a theme has a problem: {}",
                problem.message
            );
        }
        let themes = library.all_names().map(|name| (name.to_owned(), OnceLock::new())).collect();
        let all = Self { library, options, themes };
        for theme in all.library.added() {
            all.get(&theme.name);
        }
        all
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<ParsedTheme>> {
        let (theme, kept) = (self.library.get(name)?, self.themes.get(name)?);
        let parse = || {
            let parsed = ParsedTheme::parse(theme.clone(), &self.library, &self.options);
            parsed.report();
            Arc::new(parsed)
        };
        Some(Arc::clone(kept.get_or_init(parse)))
    }
}

impl ParsedTheme {
    pub(crate) fn parse(theme: Theme, library: &ThemeLibrary, options: &ParseOptions) -> Self {
        let base = theme.address(BLOCK_STYLES).or_else(|| library.address(BASE, BLOCK_STYLES));
        let own = theme.configuration.styles.iter().filter_map(|path| theme.address(path));
        let styles: Vec<String> = base.into_iter().chain(own).collect();
        let page = PageTheme::parse(&sheet(&theme, &styles), options);
        Self { theme, page, styles }
    }

    /// The part that pages use, serialized.
    pub(crate) fn sheet(&self) -> ThemeSheet {
        sheet(&self.theme, &self.styles)
    }

    fn report(&self) {
        for (name, template) in self.page.templates() {
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

    /// The source theme.
    pub(crate) fn theme(&self) -> &Theme {
        &self.theme
    }

    /// File and position of a byte offset in the engine's text of the template `name`.
    pub(crate) fn place(&self, name: &str, offset: u32) -> Option<(String, TextPosition)> {
        let file = self.theme.templates.get(name)?;
        Some((file.path.clone(), file.place(usize::try_from(offset).unwrap_or(0))))
    }
}

fn sheet(theme: &Theme, styles: &[String]) -> ThemeSheet {
    let original = (theme.form == Form::Original).then(|| OriginalNames {
        navigations: NAVIGATIONS.to_owned(),
        queries: QUERIES.to_owned(),
        areas: AREAS.to_owned(),
    });
    ThemeSheet {
        name: theme.name.clone(),
        original,
        templates: theme.templates.iter().map(|(name, file)| (name.clone(), file.source.clone())).collect(),
        navigations: theme.configuration.navigations.clone(),
        styles: styles.to_vec(),
    }
}
