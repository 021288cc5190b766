//! Checks of a built project, with file and line.

mod client;
mod component;
mod schema;
mod texts;

use std::fmt;
use std::path::Path;

use serde_json::Value as Json;
use stoa_plugin_host::{PluginInfo, check_settings};

use crate::build::restage;
use crate::files::read_text;
use crate::javascript::is_javascript;
use crate::kit::Workbench;
use crate::layout::{MANIFEST, Project};
use crate::locate::{json_line, manifest_line};
use crate::{AuthorError, Built, permissions};

const MAX_ICON_BYTES: usize = 64 * 1024;
/// A plugin in Rust is smaller by far; every site that uses it loads all of it.
const LARGE_COMPONENT: usize = 2 * 1024 * 1024;
/// The interpreter alone has 12 MB.
const LARGE_INTERPRETED: usize = 16 * 1024 * 1024;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The plugin would be refused or would not work.
    Error,
    /// It works, but something is better changed.
    Warning,
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// File within the project.
    pub file: String,
    /// Line of the file, from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {severity}: {}", self.file, self.message),
            None => write!(formatter, "{}: {severity}: {}", self.file, self.message),
        }
    }
}

/// Result of a check.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What was found.
    pub findings: Vec<Finding>,
    /// What the plugin provides, such as `block opening-hours`.
    pub provides: Vec<String>,
    /// What it may do, in words for owners.
    pub permissions: Vec<String>,
    /// Interfaces of the component that the host calls.
    pub exports: Vec<String>,
    /// Size of the component; zero when it is not built.
    pub component_bytes: usize,
}

impl Report {
    /// Whether the plugin can be used as it is.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Warning)
    }

    fn add(&mut self, severity: Severity, file: &str, line: Option<usize>, message: impl Into<String>) {
        self.findings.push(Finding { severity, file: file.to_owned(), line, message: message.into() });
    }

    fn error(&mut self, file: &str, line: Option<usize>, message: impl Into<String>) {
        self.add(Severity::Error, file, line, message);
    }

    fn warning(&mut self, file: &str, line: Option<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, file, line, message);
    }
}

/// Checks the project in a folder: the manifest, schemas, examples and texts, and the component as it was built, with
/// the checks that the plugin host makes when it loads a plugin.
///
/// # Errors
/// The project cannot be read or the host does not start. What is wrong with the plugin is in the report.
pub fn check(project: &Path) -> Result<Report, AuthorError> {
    let project = Project::open(project)?;
    let mut report = Report::default();
    check_files(&project, &mut report)?;
    let Some(built) = restage(&project)? else {
        report.error(&project.component, None, "is not built: run `stoa plugin build`");
        return Ok(report);
    };
    let large = if is_javascript(&project.folder) { LARGE_INTERPRETED } else { LARGE_COMPONENT };
    if built.component_bytes > large {
        let size = built.component_bytes / 1024;
        report.warning(&project.component, None, format!("has {size} KiB: is an unused library compiled in?"));
    }
    check_built(&project, &built, &mut report)?;
    Ok(report)
}

/// Checks the project in a folder as [`check`] does, with a build of [`crate::build_for_dev`]. Its size says nothing.
///
/// # Errors
/// As [`check`].
pub fn check_for_dev(project: &Path, built: &Built) -> Result<Report, AuthorError> {
    let project = Project::open(project)?;
    let mut report = Report::default();
    check_files(&project, &mut report)?;
    check_built(&project, built, &mut report)?;
    Ok(report)
}

fn check_files(project: &Project, report: &mut Report) -> Result<(), AuthorError> {
    check_json(project, report)?;
    texts::check(project, report)?;
    check_presence(project, report)?;
    client::check(project, report)
}

/// Checks what a built plugin provides.
fn check_built(project: &Project, built: &Built, report: &mut Report) -> Result<(), AuthorError> {
    report.component_bytes = built.component_bytes;
    let interfaces = component::read(built, project, report)?;
    let bench = Workbench::load(built)?;
    match bench.plugin() {
        Ok(info) => {
            report.provides = info.provides.iter().map(component::provision).collect();
            report.permissions = permissions::in_words(&interfaces.imports, &info.permissions);
            check_manifest(project, info, &interfaces.imports, report)?;
            check_examples(project, info, report)?;
            check_block_versions(project, info, report)?;
            check_stored(project, info, report)?;
        }
        Err(reason) => add_refusal(project, &reason, report)?,
    }
    report.exports = interfaces.exports;
    Ok(())
}

/// Adds the reason for which the host refuses the plugin, at the line that it is about.
fn add_refusal(project: &Project, reason: &str, report: &mut Report) -> Result<(), AuthorError> {
    if let Some(fault) = reason.strip_prefix("plugin.toml: ") {
        let line = manifest_line(&read_text(&project.folder.join(MANIFEST))?, fault);
        report.error(MANIFEST, line, fault);
        return Ok(());
    }
    let file = reason.split_once(": ").filter(|(file, _)| project.folder.join(file).is_file());
    match file {
        // Faults of these files have been found already.
        Some((file, _)) if report.findings.iter().any(|finding| finding.file == file) => {}
        Some((file, fault)) => report.error(file, None, fault),
        None => report.error(&project.component, None, component::advice(reason)),
    }
    Ok(())
}

/// Every JSON file is JSON, and every schema is one that the admin can show as a form.
fn check_json(project: &Project, report: &mut Report) -> Result<(), AuthorError> {
    for path in project.files()?.iter().filter(|path| path.contains('/') && path.ends_with(".json")) {
        let text = read_text(&project.folder.join(path))?;
        match serde_json::from_str::<Json>(&text) {
            Ok(value) if path.starts_with("schema/") => schema::check(path, &text, &value, report),
            Ok(_) => {}
            Err(error) => report.error(path, Some(error.line()), format!("is not JSON: {error}")),
        }
    }
    Ok(())
}

/// The files that a package needs besides the code.
fn check_presence(project: &Project, report: &mut Report) -> Result<(), AuthorError> {
    for name in ["README.md", "LICENSE", "icon.svg"] {
        if !project.folder.join(name).is_file() {
            report.warning(name, None, "is missing: `stoa plugin pack` needs it");
        }
    }
    let icon = project.folder.join("icon.svg");
    if icon.is_file() {
        let text = read_text(&icon)?;
        let lower = text.to_ascii_lowercase();
        if !lower.contains("<svg") {
            report.error("icon.svg", Some(1), "is no SVG picture");
        }
        if ["<script", "javascript:", "<foreignobject", "href=\"http"].iter().any(|part| lower.contains(part)) {
            report.error("icon.svg", None, "contains a script or refers to another site");
        }
        if text.len() > MAX_ICON_BYTES {
            report.error("icon.svg", None, format!("is larger than {MAX_ICON_BYTES} bytes"));
        }
    }
    Ok(())
}

fn check_manifest(
    project: &Project,
    info: &PluginInfo,
    imports: &[String],
    report: &mut Report,
) -> Result<(), AuthorError> {
    let text = read_text(&project.folder.join(MANIFEST))?;
    let line_of = |field: &str| manifest_line(&text, &format!("{field} "));
    for warning in &info.warnings {
        let warning = warning.strip_prefix("plugin.toml: ").unwrap_or(warning);
        report.warning(MANIFEST, manifest_line(&text, warning), warning);
    }
    for name in permissions::unused(imports, &info.permissions) {
        let message = format!("the permission `{name}` is not used: owners are asked for it for nothing");
        report.warning(MANIFEST, line_of(&format!("permissions.{name}")), message);
    }
    for (name, value) in [("summary", &info.summary), ("license", &info.license)] {
        if value.trim().is_empty() {
            report.warning(MANIFEST, line_of("plugin"), format!("`{name}` is missing in [plugin]: owners see it"));
        }
    }
    Ok(())
}

/// A block that shows what is stored needs a part of the plugin that stores it: pages cannot.
fn check_stored(project: &Project, info: &PluginInfo, report: &mut Report) -> Result<(), AuthorError> {
    use stoa_plugin_host::Provision::{AdminPanel, EventHook, ScheduledJob};

    let stores = |provision: &stoa_plugin_host::Provision| {
        matches!(provision, AdminPanel { .. } | EventHook { .. } | ScheduledJob { .. })
    };
    let Some(block) = info.blocks.iter().find(|block| block.data.iter().any(|data| data == "stored")) else {
        return Ok(());
    };
    if !info.provides.iter().any(stores) {
        let name = &block.name;
        let text = read_text(&project.folder.join(MANIFEST))?;
        let line = manifest_line(&text, &format!("provides `{name}`"));
        let message =
            format!("the block `{name}` shows what is stored, but the plugin has no hook, job or panel to store it");
        report.warning(MANIFEST, line, message);
    }
    Ok(())
}

/// The examples match the schemas of their blocks.
fn check_examples(project: &Project, info: &PluginInfo, report: &mut Report) -> Result<(), AuthorError> {
    for provision in &info.provides {
        let stoa_plugin_host::Provision::Block { name, example, .. } = provision else { continue };
        let block = info.blocks.iter().find(|block| block.kind == *name);
        let (Some(block), Some(file)) = (block, example) else {
            let text = read_text(&project.folder.join(MANIFEST))?;
            let line = manifest_line(&text, &format!("provides `{name}`"));
            report.warning(
                MANIFEST,
                line,
                format!("the block `{name}` has no `example`: the picker shows an empty one"),
            );
            continue;
        };
        let Some(settings) = &block.example else { continue };
        let text = read_text(&project.folder.join(file))?;
        for fault in check_settings(&block.settings_schema, settings).err().unwrap_or_default() {
            let place = if fault.pointer.is_empty() { "the example" } else { fault.pointer.as_str() };
            report.error(file, Some(json_line(&text, &fault.pointer)), format!("{place} {}", fault.message));
        }
    }
    Ok(())
}

/// Blocks of a later version take over the settings that pages saved for the versions before.
fn check_block_versions(project: &Project, info: &PluginInfo, report: &mut Report) -> Result<(), AuthorError> {
    for block in info.blocks.iter().filter(|block| block.settings_version > 1 && !block.settings_migration) {
        let text = read_text(&project.folder.join(MANIFEST))?;
        let (name, version) = (&block.name, block.settings_version);
        let line = manifest_line(&text, &format!("provides `{name}`"));
        let advice = "it gets the settings of all its versions as pages saved them, unless it has `settings_migration`";
        report.warning(MANIFEST, line, format!("the block `{name}` has `settings_version = {version}`: {advice}"));
    }
    Ok(())
}
