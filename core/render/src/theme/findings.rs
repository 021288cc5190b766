//! Errors of the template engine as problems of a theme folder.

use std::sync::Arc;

use stoa_site::themes::{Problem, Severity, TemplateFile, Theme};
use stoa_template::{ErrorKind, ParseOptions, Plugins, Template, TemplateError};

use crate::data::{has_text, reads, theme_reads};

/// The engine's error name, in the format of problem codes.
fn code(kind: ErrorKind) -> String {
    kind.name().to_ascii_lowercase().replace('_', "-")
}

/// All problems of a template's source, and which of its formatters and predicates are provided by plugins.
pub(super) fn of_template(file: &TemplateFile, plugins: &Arc<dyn Plugins>) -> Vec<Problem> {
    let options = ParseOptions { plugins: Some(Arc::clone(plugins)), ..ParseOptions::default() };
    let source: Arc<str> = file.source.as_str().into();
    let template = Template::parse_lenient(Arc::clone(&source), &options);
    let at = |error: &TemplateError| file.place(usize::try_from(error.position.offset).unwrap_or(0));
    let mut problems: Vec<Problem> = template
        .errors()
        .iter()
        .map(|error| Problem::error(&code(error.kind), &file.path, &error.message).at(at(error)))
        .collect();
    let alone = Template::validate(source, &ParseOptions::default());
    let unknown = |error: &&TemplateError| {
        matches!(error.kind, ErrorKind::FormatterUnknown | ErrorKind::PredicateUnknown)
            && !template.errors().iter().any(|other| other.kind == error.kind && other.position == error.position)
    };
    for error in alone.iter().filter(unknown) {
        let name = error.message.split('\'').nth(1).unwrap_or_default();
        let message = format!("'{name}' comes from a plugin: a site that does not use it prints nothing here.");
        problems.push(Problem::new(Severity::Note, "plugin-word", &file.path, message).at(at(error)));
    }
    problems
}

/// Texts that a template reads and that the catalogues lack: they print nothing.
pub(super) fn of_texts(file: &TemplateFile) -> impl Iterator<Item = Problem> {
    reads(&file.source).filter(|read| !has_text(read.name)).map(move |read| {
        let message = format!("There is no text '{}', so nothing is printed.", read.name);
        let problem = Problem::warning("unknown-text", &file.path, message).at(file.place(read.offset));
        problem.help("The texts of `localizedStrings` are the messages of core/messages/catalogues/en.po that begin with `storefront.`.")
    })
}

/// Texts that a template reads and that the theme does not bring along.
pub(super) fn of_theme_texts(file: &TemplateFile, theme: &Theme) -> Vec<Problem> {
    let known = |name: &str| theme.texts.get("en").is_some_and(|texts| texts.contains_key(name));
    let unknown = theme_reads(&file.source).filter(|read| !known(read.name)).map(|read| {
        let message = format!("The theme has no text '{}' in English.", read.name);
        let problem = Problem::warning("unknown-text", &file.path, message).at(file.place(read.offset));
        problem.help(
            "The texts of `themeStrings` are in the folder `texts` of the theme, those in English in `texts/en.po`.",
        )
    });
    unknown.collect()
}
