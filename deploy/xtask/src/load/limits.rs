//! The limits of a run, by what people feel: `load-tests/limits.json`.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use anyhow::{Context, Result};
use serde_json::Value;

use super::faults::Fault;
use super::series::{Checked, Series, share};
use crate::repository::Repository;

/// Fewest requests whose p95 says something, and whose p99 does.
const ENOUGH: [(Quantile, u64); 2] = [(Quantile::P95, MIN_REQUESTS), (Quantile::P99, 100)];
const MIN_REQUESTS: u64 = 10;

/// During a fault, an answer may say that the shop cannot answer now, but not keep people waiting longer than this.
const FAULT_MS: f64 = 10_000.0;

/// Name of the requests by which carts are filled.
const FILLED: &str = "add to cart";
/// As many shoppers may be late in any run; the suite's `lib/limits.ts` has the same.
const FEW_LATE: u64 = 5;

/// What the limit on dropped iterations is about: k6 had no simulated person free.
pub(super) const COULD_NOT_COME: &str = "people who could not come (dropped iterations)";

/// A relative limit is at least this, in milliseconds: twice a quarter of a millisecond is not felt.
const FELT_MS: f64 = 20.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantile {
    P95,
    P99,
}

/// Milliseconds that a request of one name may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limit {
    pub(super) p95: f64,
    pub(super) p99: f64,
}

/// All limits of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Limits {
    pub(super) requests: BTreeMap<String, Limit>,
    /// Largest share of the requests of a name that may fail.
    pub(super) errors: f64,
    /// Largest share of people who may not be able to come.
    pub(super) dropped: f64,
    /// Largest share of filled carts of which something was sold out or changed meanwhile; none where that is usual.
    late: Option<f64>,
    relative: f64,
    unoptimised: f64,
    /// What they are, for the report.
    pub(super) kind: String,
}

impl Limits {
    /// Reads the file.
    pub(super) fn load(repository: &Repository) -> Result<Self> {
        let path = repository.path("load-tests/limits.json");
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Self::parse(&text).with_context(|| format!("{} has no limits", path.display()))
    }

    fn parse(text: &str) -> Option<Self> {
        let file: Value = serde_json::from_str(text).ok()?;
        let mut requests = BTreeMap::new();
        for (name, limit) in file.get("requests")?.as_object()? {
            let of = |key: &str| limit.get(key).and_then(Value::as_f64);
            requests.insert(name.clone(), Limit { p95: of("p95")?, p99: of("p99")? });
        }
        let number = |key: &str| file.get(key).and_then(Value::as_f64);
        Some(Self {
            requests,
            errors: number("errors")?,
            dropped: number("droppedIterations")?,
            late: Some(number("lateShoppers")?),
            relative: number("relative")?,
            unoptimised: number("unoptimised")?,
            kind: "absolute".to_owned(),
        })
    }

    /// Limits for a run in which it is usual that something is sold out.
    pub(super) fn where_things_sell_out(self) -> Self {
        Self { late: None, ..self }
    }

    /// Limits for a build without optimisation, which only detect what is broken or hangs.
    pub(super) fn for_unoptimised_build(mut self) -> Self {
        for limit in self.requests.values_mut() {
            *limit = Limit { p95: limit.p95 * self.unoptimised, p99: limit.p99 * self.unoptimised };
        }
        // A build without optimisation keeps people waiting longer than the suite expects.
        self.dropped = 1.0;
        self.kind = format!("absolute, times {} for a build without optimisation", self.unoptimised);
        self
    }

    /// Limits relative to a quiet run in the same session: what it took, times the file's factor. Names that it
    /// requested too rarely keep their absolute limit.
    pub(super) fn relative_to(mut self, quiet: &Series) -> Self {
        let (mut relative, mut kept) = (Vec::new(), Vec::new());
        for (name, limit) in &mut self.requests {
            let took = quiet.summary(name, &quiet.whole());
            if took.count < MIN_REQUESTS {
                kept.push(name.as_str());
                continue;
            }
            relative.push(name.as_str());
            let slower = |milliseconds: f64| (milliseconds * self.relative).max(FELT_MS);
            let has_p99 = ENOUGH.iter().all(|(_, fewest)| took.count >= *fewest);
            let p95 = slower(took.p95);
            let p99 = if has_p99 { slower(took.p99) } else { p95 * limit.p99 / limit.p95.max(f64::MIN_POSITIVE) };
            *limit = Limit { p95, p99 };
        }
        let named = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        self.kind = format!(
            "{} times a quiet run in the same session: {}; absolute, since the quiet run made too few: {}",
            self.relative,
            named(&relative),
            named(&kept)
        );
        self
    }

    /// What broke in these seconds, worst first.
    pub(super) fn broken(&self, series: &Series, seconds: &Range<usize>) -> Vec<Breach> {
        let mut found = Vec::new();
        for name in series.requests.keys() {
            let summary = series.summary(name, seconds);
            if let Some(limit) = self.requests.get(name) {
                let measured = [(Quantile::P95, summary.p95, limit.p95), (Quantile::P99, summary.p99, limit.p99)];
                for (quantile, milliseconds, limit) in measured {
                    let fewest = ENOUGH.iter().find(|(of, _)| *of == quantile).map_or(0, |(_, fewest)| *fewest);
                    if summary.count >= fewest && milliseconds > limit {
                        let offenders = series.longer(name, seconds, limit);
                        found.push(Breach::of_time(name, quantile, milliseconds, limit, offenders));
                    }
                }
            }
            if summary.error_share() > self.errors {
                let what = format!("{name}: failed requests");
                found.push(Breach::of_share(&what, summary.error_share(), self.errors, summary.errors).about(name));
            }
        }
        found.extend(self.broken_checks(series, seconds));
        let dropped = series.dropped_share(seconds);
        if dropped > self.dropped {
            found.push(Breach::of_share(COULD_NOT_COME, dropped, self.dropped, series.dropped(seconds)));
        }
        found.sort_by(|left, right| right.factor.total_cmp(&left.factor));
        found
    }

    /// Whether more shoppers than usual found something sold out, in the whole run.
    pub(super) fn broken_by_late_shoppers(&self, series: &Series) -> Option<Breach> {
        let limit = self.late?;
        let (carts, late) = (series.summary(FILLED, &series.whole()).count, series.late());
        let part = share(late.saturating_sub(FEW_LATE), carts);
        let what = "shoppers for whom something was sold out";
        (part > limit).then(|| Breach::of_share(what, share(late, carts), limit, late))
    }

    /// What must not happen even while something fails, in these seconds.
    pub(super) fn broken_in_fault(&self, series: &Series, fault: &Fault, seconds: &Range<usize>) -> Vec<Breach> {
        let mut found = Vec::new();
        let statuses = series.statuses(seconds);
        let all: u64 = statuses.values().map(|(all, _)| all).sum();
        let wrong = statuses.iter().filter(|(status, _)| !fault.tolerates(**status));
        let wrong: u64 = wrong.map(|(_, (_, unexpected))| unexpected).sum();
        let late: u64 = series.requests.keys().map(|name| series.longer(name, seconds, FAULT_MS)).sum();
        for (what, count) in [
            ("neither answered as usual nor with a clear \"not now\" (503)".to_owned(), wrong),
            (format!("waited longer than {:.0} s", FAULT_MS / 1_000.0), late),
        ] {
            let part = share(count, all);
            if part > self.errors {
                found.push(Breach::of_share(&format!("during {}: {what}", fault.name()), part, self.errors, count));
            }
        }
        // A check fails when its request was refused; with any other answer the content was wrong.
        for (name, checked) in series.checked(seconds) {
            let failed = checked.failed_without(|status| fault.tolerates(status));
            let part = share(failed, checked.passed + checked.failed);
            if part > self.errors {
                let what = format!("during {}: check \"{name}\": failed, and was not refused", fault.name());
                found.push(Breach::of_share(&what, part, self.errors, failed));
            }
        }
        found
    }

    /// An answer of 200 with the wrong content is an error too; the suite's checks see it.
    fn broken_checks(&self, series: &Series, seconds: &Range<usize>) -> Vec<Breach> {
        let failed = |checked: Checked| share(checked.failed, checked.passed + checked.failed);
        let broken = series.checked(seconds).into_iter().filter(|(_, checked)| failed(*checked) > self.errors);
        broken
            .map(|(name, checked)| {
                let what = format!("check \"{name}\": failed");
                Breach::of_share(&what, failed(checked), self.errors, checked.failed)
            })
            .collect()
    }
}

/// A limit that broke.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Breach {
    /// Which one: a request's name and what of it.
    pub(super) what: String,
    /// What was measured, and the limit.
    pub(super) text: String,
    /// How many times the limit.
    pub(super) factor: f64,
    /// How many requests or people were beyond it.
    pub(super) offenders: u64,
    /// The name of the requests that it is about, if it is about one.
    pub(super) request: Option<String>,
}

impl Breach {
    fn of_time(name: &str, quantile: Quantile, milliseconds: f64, limit: f64, offenders: u64) -> Self {
        let quantile = match quantile {
            Quantile::P95 => "p95",
            Quantile::P99 => "p99",
        };
        Self {
            what: format!("{name}: {quantile}"),
            text: format!("{name}: {quantile} {milliseconds:.1} ms, limit {limit:.0} ms"),
            factor: milliseconds / limit.max(f64::MIN_POSITIVE),
            offenders,
            request: Some(name.to_owned()),
        }
    }

    /// Fewer answers per second than as many people had before.
    pub(super) fn of_rate(measured: f64, expected: f64) -> Self {
        Self {
            what: "answers".to_owned(),
            text: format!("answers: {measured:.1} per second, where {expected:.1} were to be expected"),
            factor: expected / measured.max(f64::MIN_POSITIVE),
            offenders: (expected - measured).max(0.0) as u64,
            request: None,
        }
    }

    fn about(self, name: &str) -> Self {
        Self { request: Some(name.to_owned()), ..self }
    }

    fn of_share(what: &str, measured: f64, limit: f64, offenders: u64) -> Self {
        Self {
            what: what.to_owned(),
            text: format!("{what}: {:.2} %, limit {:.2} %", measured * 100.0, limit * 100.0),
            // Compared with at least one in a thousand, so that a limit of none has a factor too.
            factor: measured / limit.max(0.001),
            offenders,
            request: None,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::series::tests::series;
    use super::super::stream::Event;
    use super::*;

    const FILE: &str = r#"{"requests": {"search": {"p95": 100, "p99": 200}, "publish": {"p95": 50, "p99": 60}},
        "errors": 0.01, "droppedIterations": 0.05, "lateShoppers": 0.5, "relative": 1.5, "unoptimised": 10}"#;

    /// Limits of `search` and `publish`.
    pub(in crate::load) fn limits() -> Limits {
        Limits::parse(FILE).unwrap()
    }

    // spec: load-test.verdict
    #[test]
    fn worst_limit_first() {
        let limits = Limits::parse(FILE).unwrap();
        let mut run = series("search", &[&[150.0; 20]]);
        assert_eq!(limits.broken(&run, &run.whole()).first().unwrap().text, "search: p95 150.0 ms, limit 100 ms");
        for _ in 0..20 {
            let name = "publish".to_owned();
            run.add(0, Event::Request { at_ms: 1, name, milliseconds: 500.0, failed: true, status: 500 });
        }
        let broken: Vec<String> = limits.broken(&run, &run.whole()).into_iter().map(|breach| breach.what).collect();
        assert_eq!(broken, ["publish: failed requests", "publish: p95", "search: p95"]);
        assert_eq!(limits.broken(&run, &(1..2)), []);
    }

    #[test]
    fn few_requests_and_unoptimised_builds() {
        let limits = Limits::parse(FILE).unwrap();
        let few = series("search", &[&[150.0; 9]]);
        assert_eq!(limits.broken(&few, &few.whole()), []);
        let many = series("search", &[&[150.0; 200]]);
        assert_eq!(limits.clone().for_unoptimised_build().broken(&many, &many.whole()), []);
    }

    // spec: load-test.verdict
    #[test]
    fn people_who_could_not_come() {
        let limits = Limits::parse(FILE).unwrap();
        let mut run = series("search", &[&[1.0; 9]]);
        run.add(0, Event::Dropped { at_ms: 1, count: 1 });
        let broken = limits.broken(&run, &run.whole());
        assert!(broken.first().unwrap().text.contains("10.00 %, limit 5.00 %"), "{broken:?}");
    }

    // spec: load-test.verdict
    #[test]
    fn wrong_content_is_an_error() {
        let limits = Limits::parse(FILE).unwrap();
        let mut run = series("search", &[&[1.0; 9]]);
        for passed in [true, false] {
            let name = "a page has its product".to_owned();
            run.add(0, Event::Check { at_ms: 1, name, passed, refused: None });
        }
        let broken = limits.broken(&run, &run.whole());
        assert!(broken.first().unwrap().text.contains("a page has its product"), "{broken:?}");
    }

    // spec: load-test.verdict
    #[test]
    fn a_fault_may_refuse_people_but_not_fail_them() {
        let limits = Limits::parse(FILE).unwrap();
        let fault: Fault = "database-away@1s".parse().unwrap();
        let mut run = series("search", &[&[1.0; 20]]);
        let request = |milliseconds, status| Event::Request {
            at_ms: 1,
            name: "search".to_owned(),
            milliseconds,
            failed: true,
            status,
        };
        for _ in 0..9 {
            run.add(0, request(5.0, 503));
        }
        assert_eq!(limits.broken_in_fault(&run, &fault, &(0..1)), []);
        run.add(0, request(5.0, 500));
        run.add(0, request(12_000.0, 503));
        let broken = limits.broken_in_fault(&run, &fault, &(0..1));
        let shown: Vec<&str> = broken.iter().map(|breach| breach.text.as_str()).collect();
        assert_eq!(shown.len(), 2, "{shown:?}");
        assert!(shown.iter().all(|text| text.starts_with("during database-away") && text.contains("3.23 %")));
    }

    // spec: load-test.verdict
    #[test]
    fn checks_during_a_fault_fail_only_after_a_refusal() {
        let limits = limits();
        let fault = |text: &str| text.parse::<Fault>().unwrap();
        let mut run = series("search", &[&[1.0; 20]]);
        let check = |refused| Event::Check { at_ms: 1, name: "order is paid".to_owned(), passed: false, refused };
        run.add(0, check(Some(503)));
        assert_eq!(limits.broken_in_fault(&run, &fault("database-away@1s"), &(0..1)), []);
        assert!(limits.broken(&run, &(0..1)).first().unwrap().text.contains("order is paid"));
        run.add(0, check(Some(502)));
        assert_eq!(limits.broken_in_fault(&run, &fault("node-killed@1s"), &(0..1)), []);
        let broken = limits.broken_in_fault(&run, &fault("database-away@1s"), &(0..1));
        let text = "during database-away: check \"order is paid\": failed, and was not refused: 50.00 %, limit 1.00 %";
        assert_eq!(broken.first().unwrap().text, text);
        run.add(0, check(None));
        assert_eq!(limits.broken_in_fault(&run, &fault("node-killed@1s"), &(0..1)).len(), 1);
    }

    // spec: load-test.verdict
    #[test]
    fn shoppers_who_are_late() {
        let mut run = series("add to cart", &[&[1.0; 20]]);
        run.add(0, Event::Late { at_ms: 1, count: 15 });
        assert_eq!(limits().broken_by_late_shoppers(&run), None);
        run.add(0, Event::Late { at_ms: 1, count: 1 });
        let text = limits().broken_by_late_shoppers(&run).unwrap().text;
        assert_eq!(text, "shoppers for whom something was sold out: 80.00 %, limit 50.00 %");
        assert_eq!(limits().where_things_sell_out().broken_by_late_shoppers(&run), None);
    }

    // spec: load-test.verdict
    #[test]
    fn relative_limits() {
        let quiet = series("search", &[&[40.0; 20]]);
        let limits = Limits::parse(FILE).unwrap().relative_to(&quiet);
        let search = limits.requests.get("search").unwrap();
        assert_eq!((search.p95, search.p99), (60.0, 120.0), "20 requests have no p99; the file's relation is kept");
        assert_eq!(limits.requests.get("publish").unwrap().p95, 50.0);
        assert!(limits.kind.contains("session: search; absolute"), "{}", limits.kind);
        assert!(limits.kind.ends_with("too few: publish"), "{}", limits.kind);
        let many = Limits::parse(FILE).unwrap().relative_to(&series("search", &[&[40.0; 100]]));
        assert_eq!(many.requests.get("search").unwrap().p99, 60.0);
        let fast = Limits::parse(FILE).unwrap().relative_to(&series("search", &[&[0.5; 20]]));
        assert_eq!(fast.requests.get("search").unwrap().p95, FELT_MS);
    }
}
