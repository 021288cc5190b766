//! Panels of the admin: for people with all rights and with none, with inputs and methods that nobody expects.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::{PanelCalls, PanelPerson, PluginError, Site};

use super::payment::runtime;
use super::values::json_values;
use super::workbench::Shop;
use super::{TestReport, Workbench, shorten, without_faults};
use crate::AuthorError;

/// The method of a table.
pub(super) const SHOW: &str = "show";

/// The calls of panels for a person.
pub(super) fn calls(bench: &Workbench, site: &Arc<Site>, person: PanelPerson) -> Result<PanelCalls, PluginError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    bench.host.panel(&id, site, person)
}

/// Someone who may see all data of the site.
fn owner() -> PanelPerson {
    let reads = ["products", "orders", "customers", "pages"].map(str::to_owned);
    PanelPerson { reads: reads.into(), may_change: true }
}

/// Someone who may see these kinds of data, or all.
pub(super) fn person_who(sees: Option<&[String]>) -> PanelPerson {
    sees.map_or_else(owner, |reads| PanelPerson { reads: reads.to_vec(), may_change: false })
}

/// The call of a panel in a case.
pub(super) struct Asked<'a> {
    pub(super) panel: &'a str,
    /// None for `show`.
    pub(super) method: Option<&'a str>,
    pub(super) input: &'a Json,
    /// The data that the person may see; none for all.
    pub(super) sees: Option<&'a [String]>,
}

/// Calls the panel of a case.
pub(super) fn call(
    bench: &Workbench,
    site: &Arc<Site>,
    asked: Asked<'_>,
) -> Result<Result<Json, PluginError>, AuthorError> {
    let Asked { panel, method, input, sees } = asked;
    let calls = match calls(bench, site, person_who(sees)) {
        Ok(calls) => calls,
        Err(error) => return Ok(Err(error)),
    };
    let input = if input.is_null() { json!({}) } else { input.clone() };
    Ok(runtime()?.block_on(calls.call(panel, method.unwrap_or(SHOW), &input)))
}

/// Whether an answer is a table that the admin can draw.
fn check_table(answer: &Json) -> Result<(), String> {
    let columns = answer.get("columns").and_then(Json::as_array).ok_or("the answer has no array `columns`")?;
    let named = |column: &Json| column.get("key").and_then(Json::as_str).is_some_and(|key| !key.is_empty());
    if !columns.iter().all(|column| named(column) && column.get("label").is_some_and(Json::is_string)) {
        return Err("each of `columns` has the texts `key` and `label`".to_owned());
    }
    let rows = answer.get("rows").and_then(Json::as_array).ok_or("the answer has no array `rows`")?;
    if rows.iter().all(Json::is_object) { Ok(()) } else { Err("each of `rows` is an object".to_owned()) }
}

pub(super) fn run(bench: &Workbench, panel: &str, has_page: bool, report: &mut TestReport) -> Result<(), AuthorError> {
    let runtime = runtime()?;
    let name = |test: &str| format!("panel {panel}: {test}");
    let called =
        |person: PanelPerson, method: &str, input: &Json| match calls(bench, &bench.site(&Shop::default()), person) {
            Ok(calls) => runtime.block_on(calls.call(panel, method, input)),
            Err(error) => Err(error),
        };
    if !has_page {
        let shown = called(owner(), SHOW, &json!({})).map_err(|error| error.to_string());
        report.add(name("shows a table"), shown.and_then(|answer| check_table(&answer)));
    }
    let nobody = PanelPerson::default();
    let without = ("a person who may see nothing".to_owned(), called(nobody, SHOW, &json!({})).map(drop));
    let unknown = ("a method that there is not".to_owned(), called(owner(), "no-such-method", &json!({})).map(drop));
    report.add(name("people without rights, and unknown methods"), without_faults([without, unknown]));
    let answers: Vec<(String, Result<(), PluginError>)> = json_values()
        .iter()
        .map(|value| (format!("input {}", shorten(&value.to_string())), called(owner(), SHOW, value).map(drop)))
        .collect();
    report.add(name("inputs that nobody expects"), without_faults(answers));
    Ok(())
}
