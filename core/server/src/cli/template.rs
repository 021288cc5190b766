//! `stoa template`: renders and checks templates.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use serde_json::Value;
use stoa_template::check::{Report, run_cases};
use stoa_template::{Locale, ParseOptions, PartialSet, RenderContext, Template, render};

use crate::cli::{say, say_error};

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateCommand {
    /// Render a template. The text goes to standard output, errors to standard error.
    Render {
        /// The template.
        template: PathBuf,
        /// A JSON file of data; none for an empty object.
        #[arg(long)]
        data: Option<PathBuf>,
        /// A folder of partials, named by their file names.
        #[arg(long)]
        partials: Option<PathBuf>,
        /// BCP 47 tag of the locale.
        #[arg(long, default_value = "en-US")]
        locale: String,
    },
    /// Run every case of a folder of cases, or parse every template of a folder of templates.
    Check {
        /// The folder.
        folder: PathBuf,
    },
}

pub(crate) fn run(command: TemplateCommand) -> anyhow::Result<ExitCode> {
    match command {
        TemplateCommand::Render { template, data, partials, locale } => {
            render_file(&template, data.as_deref(), partials.as_deref(), &locale)
        }
        TemplateCommand::Check { folder } => check(&folder),
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn render_file(
    template: &Path,
    data: Option<&Path>,
    partials: Option<&Path>,
    locale: &str,
) -> anyhow::Result<ExitCode> {
    let data: Value = match data {
        Some(file) => serde_json::from_str(&read(file)?).with_context(|| format!("{} is not JSON", file.display()))?,
        None => Value::Object(serde_json::Map::new()),
    };
    let mut set = PartialSet::new();
    if let Some(folder) = partials {
        for file in files(folder)? {
            set.insert(&file_name(&file), &read(&file)?);
        }
    }
    let locale = Locale::parse(locale).with_context(|| format!("'{locale}' is not a locale"))?;
    let options = ParseOptions::default();
    let template = Template::parse(read(template)?, &options)?;
    let now_ms = stoa_kernel::clock::Clock::now(&stoa_kernel::clock::SystemClock).ms();
    let context = RenderContext { partials: Some(&set), locale: Some(&locale), now_ms, ..RenderContext::default() };
    let outcome = render(&template, &data, &context);
    say(&outcome.output);
    for error in &outcome.errors {
        say_error(&error.to_string());
    }
    Ok(if outcome.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A folder that contains JSON holds test cases; any other holds templates.
fn check(folder: &Path) -> anyhow::Result<ExitCode> {
    let files = files(folder)?;
    let cases: Vec<&PathBuf> =
        files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")).collect();
    let clean = if cases.is_empty() { check_templates(&files)? } else { check_cases(&cases)? };
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check_cases(files: &[&PathBuf]) -> anyhow::Result<bool> {
    let mut total = Report::default();
    for file in files {
        let report =
            run_cases(&read(file)?).with_context(|| format!("{} contains no valid test cases", file.display()))?;
        total.merge(report);
    }
    say(&total.to_string());
    Ok(total.failed.is_empty())
}

fn check_templates(files: &[PathBuf]) -> anyhow::Result<bool> {
    let options = ParseOptions::default();
    let (mut passed, mut failed) = (0_usize, 0_usize);
    for file in files {
        let errors = Template::validate(read(file)?, &options);
        for error in &errors {
            say_error(&format!("{}: {error}", file_name(file)));
        }
        if errors.is_empty() { passed += 1 } else { failed += 1 }
    }
    say(&format!("{passed} passed, {failed} failed"));
    Ok(failed == 0)
}
