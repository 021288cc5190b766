//! `stoa theme check`: prints problems as text, or as one JSON document.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use serde::Serialize;
use stoa_render::theme::ThemeEnvironment;
use stoa_site::themes::{Form, Problem, Severity};

use super::folder::{LoadedTheme, problems};
use crate::cli::say;

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    theme: &'a str,
    title: &'a str,
    form: &'static str,
    files: usize,
    pages: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    problems: &'a [Problem],
}

pub(super) fn run(environment: &ThemeEnvironment, read: &LoadedTheme, json: bool) -> anyhow::Result<ExitCode> {
    let found = problems(environment, read);
    let report = Report {
        theme: &read.theme.name,
        title: &read.theme.configuration.title,
        form: if read.theme.form == Form::Original { "original" } else { "own" },
        files: read.theme.sources.len(),
        pages: if read.theme.has_templates() { read.samples.pages().len() } else { 0 },
        errors: count(&found, Severity::Error),
        warnings: count(&found, Severity::Warning),
        notes: count(&found, Severity::Note),
        problems: &found,
    };
    if json {
        say(&serde_json::to_string_pretty(&report)?);
    } else {
        let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        for problem in &found {
            say(&text(problem, colours));
        }
        say(&summary(&report));
    }
    Ok(if report.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(super) fn count(problems: &[Problem], severity: Severity) -> usize {
    problems.iter().filter(|problem| problem.severity == severity).count()
}

fn number(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn summary(report: &Report<'_>) -> String {
    let found = [(report.errors, "error"), (report.warnings, "warning"), (report.notes, "note")];
    let found: Vec<String> =
        found.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| number(count, word)).collect();
    let found = if found.is_empty() { "No problems".to_owned() } else { found.join(", ") };
    let drawn = match report.pages {
        0 => "nothing was rendered".to_owned(),
        pages => format!("{} rendered with sample data", number(pages, "page")),
    };
    format!("{found} in {}; {drawn}.", number(report.files, "file"))
}

/// Location of a problem in the format understood by editors and terminals.
pub(super) fn location(problem: &Problem) -> String {
    match problem.line {
        0 => problem.file.clone(),
        line => format!("{}:{line}:{}", problem.file, problem.column),
    }
}

/// A problem as printed text.
pub(super) fn text(problem: &Problem, colours: bool) -> String {
    let paint =
        |text: &str, code: &str| if colours { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() };
    let (word, colour) = match problem.severity {
        Severity::Error => ("error", "1;31"),
        Severity::Warning => ("warning", "1;33"),
        Severity::Note => ("note", "1;36"),
    };
    let mut lines = vec![
        format!("{}  {}  {}", paint(&location(problem), "1"), paint(word, colour), problem.code),
        format!("  {}", problem.message),
    ];
    if let Some(excerpt) = problem.excerpt() {
        let line = problem.line.to_string();
        lines.push(format!("  {line} | {}", excerpt.line));
        lines.push(format!("  {} | {}", " ".repeat(line.len()), paint(&excerpt.mark, colour)));
    }
    lines.extend(problem.help.iter().map(|help| format!("  {help}")));
    lines.push(String::new());
    lines.join("\n")
}
