//! Rules that no compiler checks: file sizes, comments of modules, long functions, long lines of templates, files per
//! folder, crate dependencies, tenant-scoped finders, licences, wording, names and addresses in the API document,
//! repeated values of closed sets and sets that the document lists in words, amounts and times that are plain numbers,
//! parameters that are tuples, JSON columns without a type, metrics that dashboards name, paths that documents name, the
//! order of imports, unit tests that never run.

mod addresses;
mod closed_sets;
mod dashboards;
mod doc_paths;
mod edges;
mod files;
mod folders;
mod functions;
mod imports;
mod json_columns;
mod licences;
mod parameters;
mod plain_numbers;
mod prose_sets;
mod schemas;
mod untested;
mod wording;

use anyhow::{Context, Result, bail};
use walkdir::WalkDir;

use crate::repository::{GENERATED_FOLDERS, Repository};

/// A text file of the repository.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Path from the root, with forward slashes.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// Findings of one rule.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    pub(crate) errors: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// Checks all rules; prints warnings and fails on errors.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let sources = read_sources(repository)?;
    let mut findings = Findings::default();
    for source in &sources {
        files::check_size(source, &mut findings);
        files::check_lines(source, &mut findings);
        files::check_comment(source, &mut findings);
        files::check_finders(source, &mut findings);
        wording::check(source, &mut findings);
    }
    folders::check(&sources, &mut findings);
    functions::check(&sources, &mut findings);
    imports::check(&sources, &mut findings);
    schemas::check(&sources, &mut findings);
    untested::check(&sources, &mut findings);
    addresses::check(&sources, &mut findings);
    closed_sets::check(&sources, &mut findings);
    dashboards::check(&sources, &mut findings);
    json_columns::check(&sources, &mut findings);
    plain_numbers::check(&sources, &mut findings);
    parameters::check(&sources, &mut findings);
    prose_sets::check(&sources, &mut findings)?;
    doc_paths::check(repository, &sources, &mut findings);
    edges::check(repository, &mut findings)?;
    licences::check(repository, &mut findings)?;
    for warning in &findings.warnings {
        println!("    warning: {warning}");
    }
    if !findings.errors.is_empty() {
        bail!("{} findings:\n      {}", findings.errors.len(), findings.errors.join("\n      "));
    }
    println!("    {} files, {} warnings", sources.len(), findings.warnings.len());
    Ok(())
}

/// All hand-written text files; binary and generated files are left out.
fn read_sources(repository: &Repository) -> Result<Vec<SourceFile>> {
    let mut sources = Vec::new();
    let walk = WalkDir::new(repository.root())
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| !GENERATED_FOLDERS.contains(&entry.file_name().to_string_lossy().as_ref()));
    for entry in walk {
        let entry = entry.context("the repository cannot be listed")?;
        if !entry.file_type().is_file() {
            continue;
        }
        // Files that are not UTF-8 are images or fonts.
        if let Ok(text) = std::fs::read_to_string(entry.path()) {
            sources.push(SourceFile { path: repository.shown(entry.path()), text });
        }
    }
    Ok(sources)
}
