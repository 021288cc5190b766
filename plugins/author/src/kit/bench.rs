//! Measures the calls of the author's cases.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use stoa_plugin_host::model::Value;
use stoa_plugin_host::{PluginError, RenderSession, Site};
use tokio::runtime::Runtime;

use super::case::{Case, ask, block_input, quoted, request_of};
use super::payment::{AMOUNT, attempt, runtime};
use super::{CASES, Workbench, background, format, panel};
use crate::AuthorError;
use crate::build::restage;
use crate::files::read_text;
use crate::layout::Project;

/// Most calls of one measurement, and the time after which no further one is made.
const RUNS: usize = 300;
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// Calls in one page: what all of them may take together is limited.
const CALLS_OF_A_PAGE: usize = 10;

/// What [`bench`] measured.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BenchReport {
    /// Size of the component.
    pub component_bytes: usize,
    /// Time until the plugin can be called. Code that was compiled before is not compiled again.
    pub load_micros: u64,
    /// One for each case that calls the plugin.
    pub calls: Vec<BenchedCall>,
}

/// The calls of one case.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BenchedCall {
    /// Title of the case.
    pub case: String,
    /// What is called, such as `block`.
    pub kind: &'static str,
    /// Calls with a new instance: the first of a page, and every one that is not of a page.
    pub cold: Times,
    /// Further calls of the same page, where there are any.
    pub warm: Option<Times>,
    /// Memory of the instance at the end of its calls.
    pub memory_bytes: usize,
}

/// Times of some calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Times {
    /// Number of calls.
    pub calls: usize,
    /// Half of them took at most this long.
    pub p50_micros: u64,
    /// 95 of 100 took at most this long.
    pub p95_micros: u64,
}

impl Times {
    fn of(mut samples: Vec<Duration>) -> Self {
        samples.sort();
        let at = |part: usize| samples.get(samples.len() * part / 100).copied().map_or(0, micros);
        Self { calls: samples.len(), p50_micros: at(50), p95_micros: at(95) }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Measures the calls of `tests/cases.json`, with the limits of production and without network.
///
/// # Errors
/// The project cannot be read or is not built, the host refuses the plugin, or there are no cases.
pub fn bench(project: &Path) -> Result<BenchReport, AuthorError> {
    let project = Project::open(project)?;
    let built = restage(&project)?;
    let built =
        built.ok_or_else(|| AuthorError::file(&project.folder, "is not built: run `stoa plugin build` first"))?;
    let path = project.folder.join(CASES);
    let cases: Vec<Case> = serde_json::from_str(&read_text(&path)?)
        .map_err(|error| AuthorError::file(&path, format!("line {}: {error}", error.line())))?;
    let begin = Instant::now();
    let bench = Workbench::load(&built)?;
    let load_micros = micros(begin.elapsed());
    if let Err(reason) = bench.plugin() {
        return Err(AuthorError::Host(format!("the plugin is refused: {reason}")));
    }
    let mut calls = Vec::new();
    for case in &cases {
        bench.network.repeat(case.http.as_deref());
        calls.extend(measure(&bench, case)?);
    }
    Ok(BenchReport { component_bytes: built.component_bytes, load_micros, calls })
}

/// What was called, and how long it took.
struct Measured {
    kind: &'static str,
    cold: Times,
    warm: Option<Times>,
}

/// Nothing for a case of settings of earlier versions, which are made once.
fn measure(bench: &Workbench, case: &Case) -> Result<Option<BenchedCall>, AuthorError> {
    let shop = case.shop();
    let config = case.config.as_ref().map(|config| bench.settings(config)).transpose();
    let config = config.map_err(|fault| AuthorError::Argument(format!("case {}: {fault}", case.title)))?;
    let site = config.map_or_else(|| bench.site(&shop), |config| bench.site_with(&shop, config));
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    let _while_loading = bench.host.take_peak_memory(&id);
    if case.migrate.is_some() {
        return Ok(None);
    }
    let subject = Subject { bench, site: &site, id: &id, case };
    let measured = match subject.on_page() {
        Some(measured) => Some(measured),
        None => subject.waiting(&runtime()?).map_err(|error| AuthorError::Host(error.to_string()))?,
    };
    let Some(Measured { kind, cold, warm }) = measured else { return Ok(None) };
    let memory_bytes = bench.host.take_peak_memory(&id);
    Ok(Some(BenchedCall { case: case.title.clone(), kind, cold, warm, memory_bytes }))
}

/// A case with the site that it is measured on.
struct Subject<'a> {
    bench: &'a Workbench,
    site: &'a Arc<Site>,
    id: &'a str,
    case: &'a Case,
}

impl Subject<'_> {
    /// A call of a page; none for cases of other kinds.
    fn on_page(&self) -> Option<Measured> {
        let Self { bench, site, case, .. } = *self;
        let arguments: Vec<Value> = case.arguments.iter().map(Value::from).collect();
        let input = Value::from(&case.input);
        let (kind, (cold, warm)) = if let Some(name) = &case.block {
            let input = block_input(bench, name, case);
            ("block", page(bench, site, |session| drop(session.render_block(&input))))
        } else if let Some(name) = &case.formatter {
            ("formatter", page(bench, site, |session| drop(session.format(name, &input, &arguments))))
        } else if let Some(name) = &case.predicate {
            ("predicate", page(bench, site, |session| drop(session.test(name, &input, &arguments))))
        } else {
            return None;
        };
        Some(Measured { kind, cold, warm: Some(warm) })
    }

    /// A call that may wait; none for cases of other kinds.
    fn waiting(&self, runtime: &Runtime) -> Result<Option<Measured>, PluginError> {
        let Self { bench, site, id, case } = *self;
        let (kind, cold) = if let Some(method) = &case.payment {
            let calls = bench.host.payment(id, site)?;
            let buyer = case.buyer.clone().unwrap_or_else(|| serde_json::json!({}));
            let amount = stoa_plugin_host::model::Money::new(AMOUNT, case.shop().currency);
            let attempt = attempt(method, "bench", &amount, buyer);
            ("payment", times(|| drop(runtime.block_on(calls.create(&attempt)))))
        } else if let Some(total) = case.installments {
            let (country, request) = request_of(case, total);
            let calls = bench.host.installments(site, country)?;
            ("installments", times(|| drop(calls.quote(&request))))
        } else if let Some((asked, lines)) = quoted(case) {
            let calls = bench.host.quotes(id, site)?;
            (asked.name(), times(|| drop(runtime.block_on(ask(&calls, case, asked, lines)))))
        } else if let Some(topic) = &case.event {
            let (calls, event) = (bench.host.background(id, site)?, background::event(topic, case.input.clone()));
            ("event", times(|| drop(runtime.block_on(calls.handle_event(&event)))))
        } else if let Some(job) = &case.job {
            let calls = bench.host.background(id, site)?;
            ("job", times(|| drop(runtime.block_on(calls.run_job(job, background::OCCURRED_MS)))))
        } else if let Some(name) = &case.panel {
            let calls = panel::calls(bench, site, panel::person_who(case.sees.as_deref()))?;
            let method = case.method.as_deref().unwrap_or(panel::SHOW);
            let input = if case.input.is_null() { serde_json::json!({}) } else { case.input.clone() };
            ("panel", times(|| drop(runtime.block_on(calls.call(name, method, &input)))))
        } else {
            return self.file(runtime);
        };
        Ok(Some(Measured { kind, cold, warm: None }))
    }

    /// A file that is written or read; none for cases of other kinds.
    fn file(&self, runtime: &Runtime) -> Result<Option<Measured>, PluginError> {
        let Self { bench, site, id, case } = *self;
        let text = case.text.as_deref().unwrap_or_default().as_bytes();
        let calls = || bench.host.formats(id, site, true);
        let (kind, cold) = if let Some(name) = &case.write {
            let (calls, part) = (calls()?, format::sample());
            ("write", times(|| drop(runtime.block_on(calls.write(name, &part)))))
        } else if let Some(name) = &case.read {
            let calls = calls()?;
            ("read", times(|| drop(runtime.block_on(calls.read(name, text)))))
        } else if let Some(name) = &case.products {
            let calls = calls()?;
            ("products", times(|| drop(runtime.block_on(calls.read_products(name, text.to_vec())))))
        } else {
            return Ok(None);
        };
        Ok(Some(Measured { kind, cold, warm: None }))
    }
}

/// The first calls of pages, and the further ones.
fn page(bench: &Workbench, site: &Arc<Site>, call: impl Fn(&RenderSession)) -> (Times, Times) {
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while cold.len() < RUNS && begin.elapsed() < TIME_LIMIT {
        let session = bench.host.render_session(Arc::clone(site));
        cold.push(timed(|| call(&session)));
        warm.extend((1..CALLS_OF_A_PAGE).map(|_| timed(|| call(&session))));
    }
    (Times::of(cold), Times::of(warm))
}

fn times(call: impl Fn()) -> Times {
    let begin = Instant::now();
    let mut samples = Vec::new();
    while samples.len() < RUNS && begin.elapsed() < TIME_LIMIT {
        samples.push(timed(&call));
    }
    Times::of(samples)
}

fn timed(call: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    call();
    begin.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_ranked() {
        let times = Times::of((1..=100).rev().map(Duration::from_micros).collect());
        assert_eq!(times, Times { calls: 100, p50_micros: 51, p95_micros: 96 });
        assert_eq!(Times::of(Vec::new()).p95_micros, 0);
    }
}
