//! The verdict as JUnit XML, for programs that show results of tests.

use super::super::clock;
use super::super::verdict::Finding;
use super::{Report, Row};

/// One case for each limit, each rule and what must never happen.
pub(super) fn of(report: &Report) -> String {
    let measured = &report.measured;
    let rows = report.rows(&measured.series.whole());
    let mut cases: Vec<(String, Option<String>)> = Vec::new();
    for fault in &report.verdict.faults {
        cases.push(("the run".to_owned(), Some(fault.clone())));
    }
    cases.extend(rows.iter().flat_map(|row| limits(report, row)));
    let others = report.verdict.breaches.iter().filter(|breach| !cases.iter().any(|(name, _)| *name == breach.what));
    let others: Vec<_> = others.map(|breach| (breach.what.clone(), Some(breach.text.clone()))).collect();
    cases.extend(others);
    cases.extend(report.verdict.findings.iter().map(finding));
    let foreign = report.verdict.foreign;
    cases.push(("no answer of another site".to_owned(), (foreign > 0).then(|| format!("{foreign} answers"))));
    let errors = report.verdict.script_errors;
    cases.push(("no exception in a script".to_owned(), (errors > 0).then(|| format!("{errors} exceptions"))));

    let failures = cases.iter().filter(|(_, failure)| failure.is_some()).count();
    let seconds = measured.series.whole().len();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"load: {}\" tests=\"{}\" \
         failures=\"{failures}\" errors=\"0\" time=\"{seconds}\" timestamp=\"{}\">\n",
        escape(&measured.name),
        cases.len(),
        clock::iso(measured.series.start_ms()),
    );
    for (name, failure) in &cases {
        let (class, name) = (escape(measured.profile.name()), escape(name));
        match failure {
            None => xml.push_str(&format!("<testcase classname=\"{class}\" name=\"{name}\"/>\n")),
            Some(text) => xml.push_str(&format!(
                "<testcase classname=\"{class}\" name=\"{name}\"><failure message=\"{}\"/></testcase>\n",
                escape(text)
            )),
        }
    }
    xml.push_str("</testsuite>\n</testsuites>\n");
    xml
}

/// The limits of a request's name.
fn limits(report: &Report, row: &Row<'_>) -> Vec<(String, Option<String>)> {
    let failed = |what: &str| {
        let breach = report.verdict.breaches.iter().find(|breach| breach.what == what);
        (what.to_owned(), breach.map(|breach| breach.text.clone()))
    };
    let mut cases = vec![failed(&format!("{}: failed requests", row.name))];
    if row.limit.is_some() {
        cases.push(failed(&format!("{}: p95", row.name)));
        cases.push(failed(&format!("{}: p99", row.name)));
    }
    cases
}

fn finding(finding: &Finding) -> (String, Option<String>) {
    let failure = (!finding.holds).then(|| finding.details.join("; "));
    (format!("{} at {}", finding.rule, finding.site), failure)
}

/// Text for XML and HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::super::options::Profile;
    use super::super::tests::report;

    // spec: load-test.report
    #[test]
    fn cases_and_failures() {
        let text = super::of(&report(Profile::Average));
        let document = roxmltree::Document::parse(&text).unwrap();
        let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
        assert_eq!(suite.attribute("failures"), Some("3"));
        let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
        assert_eq!(suite.attribute("tests"), Some(cases.len().to_string().as_str()));
        let failed: Vec<&str> = cases
            .iter()
            .filter(|case| case.first_element_child().is_some())
            .filter_map(|case| case.attribute("name"))
            .collect();
        assert_eq!(failed, ["the run", "search: p95", "paid-once at http://shop"]);
    }
}
