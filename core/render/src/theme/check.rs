//! Checks of a theme folder that need no site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use stoa_site::themes::{FileKind, Form, Problem, Severity, Theme};
use stoa_template::{ParseOptions, Plugins, Template};

use super::sample::{Samples, page_templates};
use super::sample_pages::ThemeEnvironment;
use super::{findings, markup};
use crate::blocks::BlockLibrary;

/// Other files that theme folders may contain.
const COMPANIONS: [&str; 6] = ["readme", "license", "licence", "changelog", "package", "tsconfig"];

/// Checks a theme: its folder, every template, their calls, and each page type rendered with sample data. Problems are
/// sorted by file and line, each with its line. For a folder without templates only that problem is reported and
/// nothing is rendered.
pub fn check(environment: &ThemeEnvironment, theme: &Theme, samples: &Samples) -> Vec<Problem> {
    if !theme.has_templates() {
        let problem = Problem::error("no-templates", &theme.name, "The folder contains no templates.");
        return vec![
            problem.help("Templates are *.region, *.list, *.item and *.block files. Is this the theme's folder?"),
        ];
    }
    let mut problems = in_files(theme, environment.vocabulary(), environment.blocks());
    drawn(environment, theme, samples, &mut problems);
    in_order(theme, problems)
}

/// Problems of a theme's files, found without rendering.
pub(crate) fn in_files(theme: &Theme, vocabulary: &Arc<dyn Plugins>, blocks: &BlockLibrary) -> Vec<Problem> {
    let mut problems = theme.problems.clone();
    let own = || theme.templates.values().filter(|file| !file.from_base);
    for file in own() {
        problems.extend(findings::of_template(file, vocabulary));
        problems.extend(findings::of_texts(file));
        problems.extend(findings::of_theme_texts(file, theme));
        problems.extend(markup::refused(file));
    }
    let usage = Usage::of(theme, vocabulary, blocks);
    problems.extend(usage.missing.iter().cloned());
    missing_regions(theme, &mut problems);
    unused(theme, &usage.called, &mut problems);
    unused_files(theme, &mut problems);
    problems
}

/// Calls in templates.
struct Usage {
    called: BTreeSet<String>,
    missing: Vec<Problem>,
}

impl Usage {
    fn of(theme: &Theme, vocabulary: &Arc<dyn Plugins>, blocks: &BlockLibrary) -> Self {
        let options = ParseOptions { plugins: Some(Arc::clone(vocabulary)), ..ParseOptions::default() };
        let mut called: BTreeSet<String> =
            blocks.iter().flat_map(|kind| kind.template.usage().calls.into_iter().map(|call| call.name)).collect();
        let mut calls = BTreeMap::new();
        let mut macros = BTreeSet::new();
        for (name, file) in &theme.templates {
            let usage = Template::parse_lenient(file.source.as_str(), &options).usage();
            macros.extend(usage.macros.iter().cloned());
            calls.insert(name, usage.calls);
        }
        let mut missing = Vec::new();
        for (name, calls) in calls {
            let Some(file) = theme.templates.get(name) else { continue };
            for call in calls {
                let known = macros.contains(&call.name) || is_partial(theme, &call.name);
                if !known && !file.from_base {
                    let message = format!("There is no partial '{}'.", call.name);
                    let offset = usize::try_from(call.position.offset).unwrap_or(0);
                    let problem = Problem::error("missing-partial", &file.path, message).at(file.place(offset));
                    missing.push(match nearest(theme, &call.name) {
                        Some(near) => problem.help(format!("Did you mean '{near}'?")),
                        None => problem.help("Partials are *.block files, called by their full name."),
                    });
                }
                // A partial that only calls itself is unused.
                if call.name != *name {
                    called.insert(call.name);
                }
            }
        }
        Self { called, missing }
    }
}

fn is_partial(theme: &Theme, name: &str) -> bool {
    name.ends_with(".block") && theme.templates.contains_key(name)
}

/// The most similar partial name, if similar enough.
fn nearest<'a>(theme: &'a Theme, name: &str) -> Option<&'a str> {
    let partials = theme.templates.keys().filter(|known| known.ends_with(".block"));
    let word = name.trim_end_matches(".block");
    let near = partials.map(|known| (strsim::levenshtein(known.trim_end_matches(".block"), word), known));
    near.min().filter(|(distance, _)| *distance <= 2).map(|(_, known)| known.as_str())
}

fn missing_regions(theme: &Theme, problems: &mut Vec<Problem>) {
    // In the original form the theme's description names the regions, and their files were checked before.
    if theme.form == Form::Own && !theme.templates.contains_key(stoa_site::themes::REGION) {
        let message = "The folder has no 'site.region', the document around every page.";
        problems.push(Problem::error("missing-template", stoa_site::themes::REGION, message));
    }
}

fn unused(theme: &Theme, called: &BTreeSet<String>, problems: &mut Vec<Problem>) {
    let regions: BTreeSet<&String> = theme.configuration.layouts.values().flatten().collect();
    let pages: BTreeSet<&str> = page_templates().map(|(page, _)| theme.page_template(page)).collect();
    for (name, file) in theme.templates.iter().filter(|(_, file)| !file.from_base) {
        let used = match name.rsplit('.').next().unwrap_or_default() {
            "block" => called.contains(name),
            "region" => regions.contains(name),
            _ => pages.contains(name.as_str()),
        };
        if !used {
            let message = match name.ends_with(".block") {
                true => "No template calls this partial.".to_owned(),
                false => format!("No page is rendered with '{name}'."),
            };
            problems.push(Problem::warning("unused-template", &file.path, message));
        }
    }
}

fn unused_files(theme: &Theme, problems: &mut Vec<Problem>) {
    let texts: Vec<&str> = theme
        .sources
        .iter()
        .filter(|(path, _)| {
            [".css", ".less", ".js", ".conf", ".region", ".list", ".item", ".block"]
                .iter()
                .any(|end| path.ends_with(end))
        })
        .filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok())
        .collect();
    for path in theme.sources.keys() {
        let name = path.rsplit('/').next().unwrap_or(path);
        // `@import` may omit the extension.
        let name_in_less = name.strip_suffix(".less").map(|stem| [format!("{stem}\""), format!("{stem}'")]);
        let named = || {
            let imported = name_in_less.iter().flatten();
            texts.iter().any(|text| text.contains(name) || imported.clone().any(|name| text.contains(name.as_str())))
        };
        match FileKind::of(theme.form, path) {
            FileKind::Public if !named() && !is_companion(name) && !theme.configuration.styles.contains(path) => {
                let message = "Nothing in the theme refers to this file.";
                problems.push(Problem::warning("unused-file", path, message));
            }
            FileKind::Other if !is_companion(path) => {
                let message = "This file has no use in a theme; pages cannot load it.";
                problems.push(Problem::warning("unused-file", path, message));
            }
            _ => {}
        }
    }
}

fn is_companion(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    COMPANIONS.iter().any(|companion| lower.starts_with(companion))
}

/// Renders each page type. Source problems were reported before.
fn drawn(environment: &ThemeEnvironment, theme: &Theme, samples: &Samples, problems: &mut Vec<Problem>) {
    let parsed = environment.parse(theme.clone());
    for page in samples.pages() {
        for mut problem in environment.draw(&parsed, samples, page).problems {
            let is_known = |other: &Problem| {
                (&other.file, other.line, other.column) == (&problem.file, problem.line, problem.column)
                    && (other.message == problem.message || other.severity == Severity::Error)
            };
            let of_base = theme.templates.values().any(|file| file.from_base && file.path == problem.file);
            if problems.iter().any(is_known) || of_base {
                continue;
            }
            problem.help.get_or_insert_with(|| format!("Found while {} was rendered with sample data.", page.path));
            problems.push(problem);
        }
    }
}

fn in_order(theme: &Theme, mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by(|left, right| {
        let key = |problem: &Problem| (problem.file.clone(), problem.line, problem.column, problem.severity);
        key(left).cmp(&key(right))
    });
    problems.dedup();
    let quoted = problems.into_iter().map(|problem| {
        let text = theme.sources.get(&problem.file).and_then(|bytes| std::str::from_utf8(bytes).ok());
        match text {
            Some(text) if problem.line > 0 => problem.quoting(text),
            _ => problem,
        }
    });
    quoted.collect()
}
