//! The tests that every plugin of a kind has to pass, and the author's own cases. They run in the plugin host with the
//! limits of production and without network: what passes here is not stopped on a site.

mod background;
mod bench;
mod block;
mod case;
mod exchanges;
mod format;
mod formatter;
mod installment;
mod migration;
mod panel;
mod payment;
mod quote;
mod sample_shop;
mod values;
mod workbench;

use std::path::Path;
use std::time::Duration;

use stoa_plugin_host::{PluginError, PluginErrorKind, Provision};

pub use bench::{BenchReport, BenchedCall, Times, bench};
pub(crate) use workbench::Workbench;

use crate::AuthorError;
use crate::build::restage;
use crate::files::read_text;
use crate::layout::Project;

/// Settings of the site for the tests of the kit, in the project.
const SETTINGS: &str = "tests/settings.json";
const CASES: &str = "tests/cases.json";

/// Result of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It passed, with something to consider.
    Advice(String),
    /// It failed, for this reason.
    Failed(String),
}

/// Results of all tests.
#[derive(Debug, Clone, Default)]
pub struct TestReport {
    /// Names and results, in the order in which they ran.
    pub results: Vec<(String, Outcome)>,
    /// Median times, by what was called.
    pub times: Vec<(String, Duration)>,
}

impl TestReport {
    /// Whether no test failed.
    #[must_use]
    pub fn passes(&self) -> bool {
        !self.results.iter().any(|(_, outcome)| matches!(outcome, Outcome::Failed(_)))
    }

    fn add(&mut self, name: impl Into<String>, result: Result<(), String>) {
        let outcome = result.map_or_else(Outcome::Failed, |()| Outcome::Passed);
        self.results.push((name.into(), outcome));
    }

    fn advise(&mut self, name: impl Into<String>, advice: Option<String>) {
        self.results.push((name.into(), advice.map_or(Outcome::Passed, Outcome::Advice)));
    }

    /// Adds the median time of a call, and fails if it is above the limit.
    fn add_time(&mut self, what: &str, times: Vec<Duration>, limit: Duration) {
        let mut times = times;
        times.sort();
        let Some(median) = times.get(times.len() / 2).copied() else { return };
        let within = median <= limit;
        let message = format!(
            "{} ms in the middle of {} calls, more than {}",
            median.as_millis(),
            times.len(),
            limit.as_millis()
        );
        self.add(format!("{what}: time"), if within { Ok(()) } else { Err(message) });
        self.times.push((what.to_owned(), median));
    }
}

/// Runs all tests of the built plugin of a project.
///
/// # Errors
/// The project cannot be read or is not built, or the host does not start. Failing tests are in the report.
pub fn test(project: &Path) -> Result<TestReport, AuthorError> {
    let project = Project::open(project)?;
    let built = restage(&project)?;
    let built =
        built.ok_or_else(|| AuthorError::file(&project.folder, "is not built: run `stoa plugin build` first"))?;
    let bench = Workbench::load(&built)?;
    let mut report = TestReport::default();
    let info = match bench.plugin() {
        Ok(info) => info.clone(),
        Err(reason) => {
            // A call of an example has no line.
            let where_found = if reason.starts_with("example of ") { "" } else { ". `stoa plugin check` says where" };
            report.add("the host accepts the plugin", Err(format!("{reason}{where_found}")));
            return Ok(report);
        }
    };
    report.add("the host accepts the plugin", Ok(()));
    let bench = match read_settings(&project)?.map(|settings| bench.settings(&settings)) {
        None => bench,
        Some(Ok(settings)) => bench.with_settings(settings),
        Some(Err(fault)) => {
            report.add(SETTINGS, Err(fault));
            return Ok(report);
        }
    };
    for provision in &info.provides {
        run_provided(&bench, provision, &mut report)?;
    }
    if info.settings_version > 1 {
        migration::run(&bench, info.settings_version, &mut report)?;
    }
    for block in info.blocks.iter().filter(|block| block.settings_migration) {
        migration::run_block(&bench, block, &mut report);
    }
    let cases = project.folder.join(CASES);
    if cases.is_file() {
        case::run(&bench, &read_text(&cases)?, &mut report)?;
    } else {
        report.advise(CASES, Some("does not exist: nothing tests what this plugin is for".to_owned()));
    }
    Ok(report)
}

/// Tests one of the things that a plugin provides.
fn run_provided(bench: &Workbench, provision: &Provision, report: &mut TestReport) -> Result<(), AuthorError> {
    match provision {
        Provision::Block { name, .. } => block::run(bench, name, report),
        Provision::Formatter { names, .. } => {
            names.iter().for_each(|name| formatter::run(bench, name, report));
        }
        Provision::Predicate { names } => {
            names.iter().for_each(|name| formatter::run_predicate(bench, name, report));
        }
        Provision::PaymentProvider { methods, form, currencies, saves, .. } => {
            for method in methods {
                let offer = payment::Offer { method, form: *form, currencies, can_save: saves.contains(method) };
                payment::run(bench, &offer, report)?;
            }
        }
        Provision::InstallmentProvider { countries, currencies } => {
            installment::run(bench, countries, currencies, report);
        }
        Provision::ShippingProvider {} => quote::run(bench, quote::Asked::Shipping, report)?,
        Provision::TaxProvider {} => quote::run(bench, quote::Asked::Taxes, report)?,
        Provision::DiscountFunction {} => quote::run(bench, quote::Asked::Discounts, report)?,
        Provision::CheckoutQuestions {} => quote::run(bench, quote::Asked::Questions, report)?,
        Provision::EventHook { topics } => background::run_hook(bench, topics, report)?,
        Provision::ScheduledJob { name, .. } => background::run_job(bench, name, report)?,
        Provision::CatalogueFormat { name, exports, imports, products, .. } => {
            format::run(bench, name, *exports, *imports, report)?;
            if *products {
                format::run_products(bench, name, report)?;
            }
        }
        Provision::AdminPanel { name, page, .. } => panel::run(bench, name, page.is_some(), report)?,
    }
    Ok(())
}

fn read_settings(project: &Project) -> Result<Option<serde_json::Value>, AuthorError> {
    let path = project.folder.join(SETTINGS);
    if !path.is_file() {
        return Ok(None);
    }
    let parsed = serde_json::from_str(&read_text(&path)?);
    parsed.map(Some).map_err(|error| AuthorError::file(&path, format!("line {}: {error}", error.line())))
}

/// Why an answer is a failure of the plugin. An error that the plugin returns is a regular answer.
fn fault<T>(answer: &Result<T, PluginError>) -> Option<String> {
    match answer {
        // A machine that is too busy is no failure of the plugin.
        Err(error) if matches!(error.kind, PluginErrorKind::Busy | PluginErrorKind::Starved) => None,
        Err(error) if !matches!(error.kind, PluginErrorKind::Guest(_)) => Some(error.kind.to_string()),
        _ => None,
    }
}

/// Fails with the first failure, and says which input it was.
fn without_faults<T>(answers: impl IntoIterator<Item = (String, Result<T, PluginError>)>) -> Result<(), String> {
    let found = answers.into_iter().find_map(|(input, answer)| Some(format!("{input}: {}", fault(&answer)?)));
    found.map_or(Ok(()), Err)
}

/// A text for a message, not longer than a line.
fn shorten(text: &str) -> String {
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(60).collect();
    if letters.next().is_some() { format!("{short}…") } else { short }
}
